#include "table/spread.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <stdexcept>
#include <utility>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "board/expand.hpp"

namespace kinrow {
namespace {

int checked(const TableGame& game) {
  const int cells = game.game.rules.size();
  if (cells > SpreadTable::most_cells) throw std::invalid_argument("expected a board of at most 16 cells");
  return cells;
}

constexpr int half = 16;  // bits of a set of cells

// The members of a subset of `all`, renumbered by their places in `all`.
Subset among(Subset some, Subset all) {
#if defined(__BMI2__)
  return _pext_u32(some, all);
#else
  Subset found = 0;
  for (Subset bit = 1; all != 0; all &= all - 1, bit <<= 1)
    if (some & all & (~all + 1)) found |= bit;
  return found;
#endif
}

}  // namespace

SpreadTable::SpreadTable(const TableGame& game)
    : cells_(checked(game)), next_(game.last_ply()), rows_(rows_of(game)), memory_(rows_.back().end * sizeof(Entry)),
      entries_(reinterpret_cast<Entry*>(memory_.data())) {
  for (Subset s = 0; s >> cells_ == 0; ++s) ranks_.push_back(static_cast<std::uint16_t>(game.ranks(s)));
}

SpreadTable::AllRows SpreadTable::rows_of(const TableGame& game) {
  const int cells = game.game.rules.size();
  AllRows rows{};
  std::size_t end = 0;
  for (int ply = 0; ply <= most_cells; ++ply) {
    const std::size_t length = choose(ply, game.stones(ply, true)), begin = end;
    end += choose(cells, ply) * length;
    rows[static_cast<std::size_t>(ply)] = {begin, end, length};
  }
  return rows;
}

void SpreadTable::add(const Layer& layer, const TableValue* values) {
  if (layer.ply() != next_) throw std::invalid_argument("expected the layers from the last one to the first");
  --next_;
  const Transform<1>& group = layer.game().symmetries;
  const TurnAt turn = layer.game().turn(layer.ply());
  const Subset all = (1U << cells_) - 1;
  const auto image = [&group](int g, Subset s) { return static_cast<Subset>(group.apply(g, Bits<1>{{s}}).word[0]); };
  for (std::uint64_t i = 0; i < layer.size(); ++i) {
    if (values[i] == unreachable) continue;
    const Stones s = layer.at(i);
    const Subset own = turn.first ? s.first : s.second, other = turn.first ? s.second : s.first;
    const bool over = layer.ply() == layer.game().last_ply() || layer.kind(s) == StoneSet::complete;
    const Subset moves = over ? 0 : all & ~(own | other);
    const Entry e = entry(values[i], own, other, moves, turn.left > 1);
    for (int g = 0; g < group.size(); ++g) {
      const auto low = static_cast<std::uint16_t>(image(g, e.low)), high = static_cast<std::uint16_t>(image(g, e.high));
      entries_[place(image(g, own), image(g, other))] = {low, high, e.score};
    }
  }
}

SpreadTable::Entry SpreadTable::entry(TableValue score, Subset own, Subset other, Subset moves, bool again) const {
  Entry found{0, 0, score};
  for (; moves != 0; moves &= moves - 1) {
    const Subset cell = moves & (~moves + 1), after = own | cell;
    const int worth = again ? sign(entries_[place(after, other)].score) : -sign(entries_[place(other, after)].score);
    const int given = 1 + sign(score) - worth;
    assert(1 <= given && given <= 3);
    if (given & 1) found.low |= static_cast<std::uint16_t>(cell);
    if (given & 2) found.high |= static_cast<std::uint16_t>(cell);
  }
  return found;
}

std::size_t SpreadTable::place(Subset own, Subset other) const {
  const Subset taken = own | other;
  const auto ply = static_cast<std::size_t>(std::popcount(taken));
  return rows_[ply].begin + ranks_[taken] * rows_[ply].length + ranks_[among(own, taken)];
}

void SpreadTable::look_up(const Boards& boards, const std::int8_t* sides, const Answers& answers) const {
  // Each number of cells has its own loop, which the compiler can unroll.
  const auto look_up = [&]<int... i>(std::integer_sequence<int, 0, i...>) {
    static_cast<void>(((cells_ == i ? (of_cells<i>(boards, sides, answers), true) : false) || ...));
  };
  look_up(std::make_integer_sequence<int, most_cells + 1>());
}

// While one board is answered, memory fetches the entries of those after it.
template <int cells>
void SpreadTable::of_cells(Boards boards, const std::int8_t* sides, Answers answers) const {
  constexpr std::size_t ahead = 32;
  std::array<const Entry*, ahead> sought;
  const auto seek = [&](std::size_t i) {
    const std::uint8_t* own = boards.stones + i * boards.planes * cells;
    const std::size_t at = place(bits_of<cells>(own), bits_of<cells>(own + cells));
    assert(at < rows_.back().end);
    sought[i % ahead] = &entries_[at];
    __builtin_prefetch(&entries_[at]);
  };
  for (std::size_t i = 0; i < std::min(ahead, boards.count); ++i) seek(i);
  for (std::size_t i = 0; i < boards.count; ++i) {
    const Entry found = *sought[i % ahead];
    if (i + ahead < boards.count) seek(i + ahead);
    answer<cells>(boards, sides, i, found, answers);
  }
}

template <int cells>
void SpreadTable::answer(const Boards& boards, const std::int8_t* sides, std::size_t i, Entry found,
                         const Answers& answers) {
  const std::uint32_t legal = bits_of<cells>(boards.legal + i * cells);
  const int turned = sides[i] == boards.to_move[i] ? 1 : -1;
  answers.scores[i] = static_cast<std::int8_t>(turned * found.score);
  answers.outcomes[i] = static_cast<std::int8_t>(turned * sign(found.score));
  answers.regrets[i] = (legal & found.low) | (legal & found.high) << half;
  expand(legal & found.low & ~std::uint32_t{found.high}, cells, answers.optimal + i * cells);
}

void SpreadTable::judge(std::size_t count, const Regrets* regrets, const std::int32_t* actions, std::int8_t* given,
                        std::uint8_t* legal) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto cell = static_cast<std::uint32_t>(actions[i]);
    const Regrets from = cell < most_cells ? regrets[i] >> cell : 0, low = from & 1, high = from >> half & 1;
    legal[i] = static_cast<std::uint8_t>(low | high);
    given[i] = static_cast<std::int8_t>(high + (low & high));
  }
}

}  // namespace kinrow
