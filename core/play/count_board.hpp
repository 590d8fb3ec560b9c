// CountBoard: a board of any game of the family, with the number of stones that each side has on every line. The engine
// uses it where lines are counted, or lose.
//
// A line counts for a side as long as the opponent's stones on it do not stop that side. The more stones it holds, the
// more it is worth; in misère games, to the opponent.
#pragma once
#include <array>
#include <cassert>
#include <vector>

#include "board/neighborhood.hpp"
#include "game/moves.hpp"
#include "play/playout_board.hpp"
#include "system/hashing.hpp"

namespace kinrow {

class CountBoard {
 public:
  CountBoard(const Game& game, const Board& board)
      : tables_(game), board_(tables_, board), zobrist_(game.rules.size()),
        around_(cells_around<BoardCells>(game.rules.rows, game.rules.cols, reach)) {
    const Rules& r = rules();
    for (int n = 0, value = 1; n <= r.k; ++n) {
      worth_.push_back(r.misere ? -value : value);
      if (value < most_worth) value *= r.stones > 1 ? 3 : 4;
    }
    spoiled_by_ = r.majority ? r.k - r.threshold + 1 : 1;
    on_.resize(game.lines.size());
    near_.resize(r.size());
    for (int c = 0; c < r.size(); ++c)
      if (board.cells[c] >= 0) put(c, board.cells[c], 1);
  }

  const Rules& rules() const { return tables_.game.rules; }
  int to_move() const { return board_.to_move(); }
  int left() const { return board_.left(); }
  int cells() const { return rules().size(); }
  int empties() const { return board_.empties(); }
  int plies() const { return board_.plies(); }
  bool is_empty(int cell) const { return board_.sign(cell) < 0; }
  bool over() const { return board_.over(); }
  int winner() const { return board_.winner(); }
  bool near(int cell) const { return near_[cell] > 0; }  // to a stone
  std::uint64_t key() const { return key_ ^ mix(static_cast<std::uint64_t>(2 * left() + to_move())); }

  void play(int cell) {
    history_.push_back(board_.turn());
    put(cell, to_move(), 1);
    board_.play(cell);
  }
  void undo(int cell) {
    assert(!history_.empty());
    board_.undo(cell, history_.back());
    history_.pop_back();
    put(cell, to_move(), -1);
  }
  int balance() const { return to_move() == X ? total_ : -total_; }  // of the lines, for the side to move
  // What the lines through a cell are worth to the side that takes it; its own lines count a little more.
  int promise(int cell) const {
    int sum = 0;
    const int me = to_move();
    for (const int line : tables_.game.through[cell]) {
      const auto& on = on_[line];
      if (on[me ^ 1] < spoiled_by_) sum += own * worth_[on[me]];
      if (on[me] < spoiled_by_) sum += others * worth_[on[me ^ 1]];
    }
    return sum;
  }

 private:
  // Set by hand, like the factor by which each stone on a line raises its worth.
  static constexpr int most_worth = 100'000;  // of a line, about
  static constexpr int own = 3, others = 2;   // times the worth of a line, in the promise of a cell
  static constexpr int reach = 2;             // steps from a stone up to which a cell is near

  void put(int cell, int side, int step) {
    for (const int line : tables_.game.through[cell]) {
      auto& on = on_[line];
      total_ -= value(on);
      on[side] += step;
      total_ += value(on);
    }
    for (BoardCells rest = around_[cell]; rest.any();) near_[rest.pop()] += step;
    key_ ^= zobrist_(side, cell);
  }
  int value(const std::array<int, 2>& on) const {  // for X
    return (on[O] < spoiled_by_ ? worth_[on[X]] : 0) - (on[X] < spoiled_by_ ? worth_[on[O]] : 0);
  }

  PlayoutTables tables_;
  PlayoutBoard board_;
  std::vector<int> worth_;              // of a line, by its stones; set by hand
  std::vector<std::array<int, 2>> on_;  // stones of each side on each line
  std::vector<int> near_;               // how many stones are near, by cell
  Zobrist<std::uint64_t> zobrist_;
  std::vector<BoardCells> around_;  // by cell, the cells near it
  std::vector<PlayoutBoard::Turn> history_;
  int spoiled_by_ = 1;  // with this many stones on it, a line is lost for the opponent
  int total_ = 0;
  std::uint64_t key_ = 0;
};

}  // namespace kinrow
