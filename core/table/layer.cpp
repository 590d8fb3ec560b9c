#include "table/layer.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

namespace kinrow {
namespace {

constexpr int most_symmetries = 1 << Fold::shift;

const Game& checked(const Game& game) {
  if (game.rules.size() > most_table_cells) throw std::invalid_argument("expected a board of at most 25 cells");
  return game;
}

std::vector<Permutation> group_of(const Game& game) {
  const Rules& r = game.rules;
  return r.exact ? board_symmetries(r.rows, r.cols) : line_symmetries(r.rows, r.cols, game.lines, most_symmetries);
}

}  // namespace

TableGame::TableGame(const Game& g, TableObjective o)
    : game(checked(g)), objective(o), lines(game), group_(group_of(game)), symmetries(group_),
      sets(game, std::max(stones(last_ply(), true), stones(last_ply(), false))) {}

TurnAt TableGame::turn(int ply) const {
  const Rules& r = game.rules;
  if (ply < r.first) return {true, r.first - ply};
  const int after = ply - r.first;
  return {after / r.stones % 2 == 1, r.stones - after % r.stones};
}

int TableGame::stones(int ply, bool of_first) const {
  int count = 0;
  for (int i = 0; i < ply; ++i) count += turn(i).first == of_first;
  return count;
}

std::shared_ptr<const Fold> TableGame::fold(int stones) const {
  const std::lock_guard lock(mutex_);
  for (std::size_t i : {0U, 1U})
    if (fold_stones_[i] == stones) return folds_[i];
  std::swap(folds_[0], folds_[1]);
  std::swap(fold_stones_[0], fold_stones_[1]);
  folds_[1] = std::make_shared<const Fold>(symmetries, sets, ranks, game.rules.size(), stones);
  fold_stones_[1] = stones;
  return folds_[1];
}

TableValue TableGame::finished(int ply, int by, Stones s) const {
  if (game.rules.majority) return counted(ply, s);
  if (by < 0) return 0;
  const bool winner_first = (by == 1) != game.rules.misere;
  const int worth = objective == TableObjective::outcome ? 1 : game.rules.size() - ply + 1;
  return static_cast<TableValue>(winner_first == turn(ply).first ? worth : -worth);
}

TableValue TableGame::counted(int ply, Stones s) const {
  const Bits<1> first{{s.first}}, second{{s.second}};
  const bool x_begins = game.rules.begins == X;
  int points = x_begins ? lines.margin(first, second) : lines.margin(second, first);
  if (objective == TableObjective::outcome) points = sign(points);
  return static_cast<TableValue>(turn(ply).first == x_begins ? points : -points);
}

Layer::Layer(const TableGame& game, int ply)
    : game_(&game), ply_(ply), free_(game.game.rules.size() - game.stones(ply, true)),
      fold_(game.fold(game.stones(ply, true))), rows_(last_by_first() ? fold_->classes().size() : fold_->open()),
      others_(subsets(free_, game.stones(ply, false))) {}

std::uint64_t Layer::index(Stones s) const {
  if (kind(s) == StoneSet::impossible) return size();
  const Fold::Place place = fold_->of(s.first);
  const Subset own = fold_->classes()[place.row];
  std::uint64_t rank = 0;
  int number = 0;
  Bits<1> rest = game_->symmetries.apply(place.symmetry, Bits<1>{{s.second}});
  while (rest.any()) {
    const int cell = rest.pop();
    rank += choose(cell - std::popcount(own & ((1U << cell) - 1)), ++number);
  }
  return place.row * row_length() + rank;
}

Stones Layer::at(std::uint64_t index) const {
  assert(index < size());
  Stones s{fold_->classes()[index / row_length()], 0};
  const auto cells = cells_without(s.first, game_->game.rules.size());
  for (Subset rest = others_[index % row_length()]; rest != 0; rest &= rest - 1)
    s.second |= 1U << cells[static_cast<std::size_t>(std::countr_zero(rest))];
  return s;
}

std::array<int, most_table_cells> cells_without(Subset s, int cells) {
  std::array<int, most_table_cells> left{};
  std::size_t count = 0;
  for (int c = 0; c < cells; ++c)
    if (!(s >> c & 1)) left[count++] = c;
  return left;
}

}  // namespace kinrow
