#include "table/retrograde.hpp"

#include <algorithm>
#include <cassert>

namespace kinrow {
namespace {

Subset with_gap(Subset s, int at) {  // with a gap inserted at that place
  const Subset low = s & ((1U << at) - 1);
  return low | (s ^ low) << 1;
}

}  // namespace

Retrograde::Retrograde(const Layer& at, const Layer* next) : at_(at), next_(next) {
  if (next == nullptr) return;
  const TableGame& game = at.game();
  first_moves_ = game.turn(at.ply()).first;
  same_ = first_moves_ == game.turn(next->ply()).first;
  fewer_ = subsets(at.free() - 1, game.stones(at.ply(), false));
  for (int p = 0; p < at.free(); ++p) {
    std::vector<std::uint32_t> without, with;
    for (const Subset s : fewer_) {
      without.push_back(game.ranks(with_gap(s, p)));
      if (!first_moves_) with.push_back(game.ranks(with_gap(s, p) | 1U << p));
    }
    without_.push_back(std::move(without));
    with_.push_back(std::move(with));
  }
}

void Retrograde::solve(std::uint64_t from, std::uint64_t to, const TableValue* later, TableValue* out) const {
  assert(from <= to && to <= at_.rows() && (next_ == nullptr || next_->size() == 0 || later != nullptr));
  const std::uint64_t length = at_.row_length();
  for (std::uint64_t r = from; r < to; ++r, out += length) {
    const Subset own = at_.fold().classes()[r];
    std::fill(out, out + length, unreachable);
    if (next_ != nullptr && r < at_.fold().open()) {
      if (first_moves_)
        first_moves(own, later, out);
      else
        second_moves(later + r * next_->row_length(), out);
    }
    settle(own, out);
  }
}

void Retrograde::first_moves(Subset own, const TableValue* later, TableValue* row) const {
  const TableGame& game = at_.game();
  const int cells = game.game.rules.size(), left = at_.free() - 1;
  const auto free = cells_without(own, cells);
  CellMap map;
  for (int p = 0; p <= left; ++p) {
    const Subset after = own | 1U << free[static_cast<std::size_t>(p)];
    const Fold::Place place = next_->fold().of(after);
    const auto from = cells_without(after, cells);
    const Subset onto = next_->fold().classes()[place.row];
    std::array<int, most_table_cells> image;
    for (int i = 0; i < left; ++i) {
      const int cell = game.symmetries.image(place.symmetry, from[static_cast<std::size_t>(i)]);
      image[static_cast<std::size_t>(i)] = cell - std::popcount(onto & ((1U << cell) - 1));
    }
    map.set(image.data(), left);
    const TableValue* next_row = later + place.row * next_->row_length();
    const std::uint32_t* without = without_[static_cast<std::size_t>(p)].data();
    for (std::size_t i = 0; i < fewer_.size(); ++i) {
      const int value = next_row[game.ranks(map(fewer_[i]))];
      TableValue& best = row[without[i]];
      best = static_cast<TableValue>(std::max<int>(best, same_ ? value : -value));
    }
  }
}

void Retrograde::second_moves(const TableValue* next_row, TableValue* row) const {
  for (std::size_t p = 0; p < without_.size(); ++p)
    for (std::size_t i = 0; i < fewer_.size(); ++i) {
      const int value = next_row[with_[p][i]];
      TableValue& best = row[without_[p][i]];
      best = static_cast<TableValue>(std::max<int>(best, same_ ? value : -value));
    }
}

void Retrograde::settle(Subset own, TableValue* row) const {
  const TableGame& game = at_.game();
  if (game.game.rules.majority && next_ != nullptr) return;  // every place holds a position, and no game is over
  CellMap map;
  map.set(cells_without(own, game.game.rules.size()).data(), at_.free());
  for (std::size_t i = 0; i < at_.row_length(); ++i) {
    const Stones s{own, map(at_.others()[i])};
    const StoneSet kind = at_.kind(s);
    if (kind == StoneSet::impossible)
      row[i] = unreachable;
    else if (kind == StoneSet::complete)
      row[i] = game.finished(at_.ply(), at_.last_by_first(), s);
    else if (next_ == nullptr)
      row[i] = game.finished(at_.ply(), -1, s);
  }
}

}  // namespace kinrow
