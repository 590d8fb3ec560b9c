#include "table/spread.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace kinrow {
namespace {

std::size_t checked(const Game& game) {
  if (game.rules.size() > SpreadTable::most_cells) throw std::invalid_argument("expected a board of at most 16 cells");
  return static_cast<std::size_t>(game.rules.size());
}

std::int8_t sign(std::int8_t value) { return static_cast<std::int8_t>((value > 0) - (value < 0)); }

}  // namespace

SpreadTable::SpreadTable(const Game& game) : cells_(checked(game)), begins_(game.rules.begins) {
  std::uint32_t weight = 1;
  for (std::size_t c = 0; c < cells_; ++c, weight *= 3) weights_[c] = weight;
  values_.resize(weight);
}

void SpreadTable::add(const Layer& layer, const TableValue* values) {
  const Transform<1>& group = layer.game().symmetries;
  const auto sum = [this, &group](int g, Subset s) {
    std::uint32_t total = 0;
    for (Bits<1> rest = group.apply(g, Bits<1>{{s}}); rest.any();)
      total += weights_[static_cast<std::size_t>(rest.pop())];
    return total;
  };
  for (std::uint64_t i = 0; i < layer.size(); ++i) {
    if (values[i] == unreachable) continue;
    const Stones s = layer.at(i);
    for (int g = 0; g < group.size(); ++g) values_[sum(g, s.first) + 2 * sum(g, s.second)] = values[i];
  }
}

void SpreadTable::look_up(const Boards& boards, const Answers& answers) const {
  // For each number of cells there is a loop of its own, which the compiler can unroll.
  const auto look_up = [&]<std::size_t... i>(std::index_sequence<i...>) {
    static_cast<void>(((cells_ == i + 1 ? (of_cells<i + 1>(boards, answers), true) : false) || ...));
  };
  look_up(std::make_index_sequence<most_cells>());
}

// In two passes over a few boards: while the first boards are answered, memory is at work for the others.
template <std::size_t cells>
void SpreadTable::of_cells(const Boards& boards, const Answers& answers) const {
  constexpr std::size_t group = 16;
  constexpr bool fits_cache = cells <= 12;
  std::array<std::uint32_t, group> at;
  for (std::size_t first = 0; first < boards.count; first += group) {
    const std::size_t end = std::min(boards.count, first + group);
    for (std::size_t i = first; i < end; ++i) {
      at[i - first] = number<cells>(boards, i);
      if constexpr (!fits_cache)
        for (std::size_t c = 0; c < cells; ++c) __builtin_prefetch(&values_[after<cells>(boards, i, at[i - first], c)]);
    }
    for (std::size_t i = first; i < end; ++i) answer<cells>(boards, i, at[i - first], answers);
  }
}

template <std::size_t cells>
std::uint32_t SpreadTable::number(const Boards& boards, std::size_t i) const {
  const std::uint8_t* own = boards.stones + i * boards.planes * cells;
  std::uint32_t mine = 0, theirs = 0;
  for (std::size_t c = 0; c < cells; ++c) {
    mine += weights_[c] * own[c];
    theirs += weights_[c] * own[cells + c];
  }
  const std::uint32_t found = stone(boards, i) * mine + (3 - stone(boards, i)) * theirs;
  assert(found < values_.size());
  return found;
}

// Where an action leads; the board itself if it is not legal.
template <std::size_t cells>
std::uint32_t SpreadTable::after(const Boards& boards, std::size_t i, std::uint32_t at, std::size_t c) const {
  return at + boards.legal[i * cells + c] * stone(boards, i) * weights_[c];
}

template <std::size_t cells>
void SpreadTable::answer(const Boards& boards, std::size_t i, std::uint32_t at, const Answers& answers) const {
  using Bytes = std::array<std::int8_t, most_cells>;  // one vector register, whatever the number of cells
  const std::int8_t turned = boards.left[i] > 1 ? 0 : -1, outcome = sign(values_[at]);
  Bytes legal{}, action{}, optimal;
  std::memcpy(legal.data(), boards.legal + i * cells, cells);
  for (std::size_t c = 0; c < cells; ++c) action[c] = values_[after<cells>(boards, i, at, c)];
  for (std::size_t c = 0; c < most_cells; ++c) {
    const std::int8_t worth = static_cast<std::int8_t>((sign(action[c]) ^ turned) - turned);  // -1 turns it
    action[c] = legal[c] ? worth : illegal;
    optimal[c] = action[c] == outcome;
  }
  answers.scores[i] = values_[at];
  std::memcpy(answers.actions + i * cells, action.data(), cells);
  std::memcpy(answers.optimal + i * cells, optimal.data(), cells);
}

}  // namespace kinrow
