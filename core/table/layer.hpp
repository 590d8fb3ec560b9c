// Layer: the positions of one ply in a strong solution, and the place of each.
//
// A row has one set of stones of the side that begins, the least in its class under the symmetries, with every set of
// the other side's stones on the remaining cells, ordered by rank among those cells. Sets of stones that play cannot
// reach have a place too; it holds `unreachable`.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>

#include "game/position.hpp"
#include "table/fold.hpp"

namespace kinrow {

enum class TableObjective { outcome, score, margin };

using TableValue = std::int8_t;  // for the side to move
constexpr TableValue unreachable = -128;

// The stones of the side that begins, and of the other.
struct Stones {
  Subset first = 0, second = 0;
};

// Whether the side to move is the one that begins, and the stones left in its turn.
struct TurnAt {
  bool first;
  int left;
};

class TableGame {  // what all layers of a game share
 public:
  // Throws std::invalid_argument for a board of more than most_table_cells cells.
  TableGame(const Game& game, TableObjective objective);
  TurnAt turn(int ply) const;
  int stones(int ply, bool of_first) const;
  int last_ply() const { return game.rules.majority ? game.rules.last_ply() : game.rules.size(); }
  // A group under which the game is invariant: all permutations that map lines to lines, unless overlines matter.
  const std::vector<Permutation>& group() const { return group_; }
  std::shared_ptr<const Fold> fold(int stones) const;
  // The value of a finished position of that ply: `by` completed a line (1 the side that begins, 0 the other, -1 no
  // one), or the lines of a majority game are counted.
  TableValue finished(int ply, int by, Stones s) const;

  const Game game;
  const TableObjective objective;
  const Tables<1> lines;

 private:
  const std::vector<Permutation> group_;

 public:
  const Transform<1> symmetries;
  const StoneSets sets;
  const SubsetRanks ranks;

 private:
  TableValue counted(int ply, Stones s) const;

  mutable std::mutex mutex_;
  mutable std::array<std::shared_ptr<const Fold>, 2> folds_;  // the last two
  mutable std::array<int, 2> fold_stones_{-1, -1};
};

class Layer {
 public:
  Layer(const TableGame& game, int ply);

  std::uint64_t rows() const { return rows_; }
  std::uint64_t row_length() const { return others_.size(); }
  std::uint64_t size() const { return rows_ * row_length(); }
  int free() const { return free_; }  // cells that a row's own stones leave free
  int ply() const { return ply_; }
  const TableGame& game() const { return *game_; }
  const Fold& fold() const { return *fold_; }
  const std::vector<Subset>& others() const { return others_; }  // the sets of a row, as numbers of its free cells
  bool last_by_first() const { return ply_ > 0 && game_->turn(ply_ - 1).first; }
  // The place of a position of this ply, if play can reach it; otherwise size().
  std::uint64_t index(Stones s) const;
  // The position at this place; its bits are cells of the board.
  Stones at(std::uint64_t index) const;
  StoneSet kind(Stones s) const {  // of both together: open, complete by the last stone, or impossible
    const StoneSet first = game_->sets[s.first], second = game_->sets[s.second];
    if (first == StoneSet::open && second == StoneSet::open) return StoneSet::open;
    const StoneSet last = last_by_first() ? first : second, before = last_by_first() ? second : first;
    return ply_ > 0 && last == StoneSet::complete && before == StoneSet::open ? StoneSet::complete
                                                                              : StoneSet::impossible;
  }

 private:
  const TableGame* game_;
  int ply_, free_;
  std::shared_ptr<const Fold> fold_;
  std::uint64_t rows_;
  std::vector<Subset> others_;
};

// Those of the first `cells` cells that are not in the set, in order.
std::array<int, most_table_cells> cells_without(Subset s, int cells);

}  // namespace kinrow
