// Rules: a game as plain numbers, validated by the Python side.
#pragma once

namespace kinrow {

enum Sign : int { X = 0, O = 1 };

constexpr int most_cells = 484;  // of the largest board, 22x22
constexpr int most_k = 22;       // its sides

// The sign of a value: 1 for a win, 0 for a draw, -1 for a loss.
constexpr int sign(int value) { return (value > 0) - (value < 0); }

struct Rules {
  int rows = 3, cols = 3, k = 3;
  int stones = 1;  // per turn
  int first = 1;   // on the first turn
  int begins = X;
  bool exact = false;   // an overline does not count
  bool misere = false;  // a side that completes a line loses
  bool renju = false;   // the side that begins needs exactly k, and some shapes are forbidden to it
  bool caro = false;    // exact, and a line with the opponent's stones beyond both ends does not count
  // For majority (line-counting) games: after this many turns, one sign fills the empty cells; then each line with at
  // least `threshold` cells of one sign is a point for it.
  bool majority = false;
  int turns = 0;
  int fill = X;
  int threshold = 0;
  // A class of boards, for the lambda search only: all boards with at least this many rows, columns, or both, including
  // unbounded ones. `rows` and `cols` are then a window anywhere on such a board; lines that leave it count only for
  // the opponent of `winner`.
  bool more_rows = false, more_cols = false;
  int winner = X;

  int center() const { return rows / 2 * cols + cols / 2; }
  // Whether rows and columns may be exchanged.
  bool exchangeable() const { return rows == cols && more_rows == more_cols; }
  bool one_board() const { return !more_rows && !more_cols; }

  bool special() const { return renju || caro; }
  bool provable() const { return !majority && !special(); }  // whether provers and certificates know these rules
  bool exact_for(int side) const { return exact || (renju && side == begins); }
  bool monotone() const { return !exact && !renju; }  // whether an additional stone never spoils a line of its side

  int size() const { return rows * cols; }
  int last_ply() const {  // stones on the board when a majority game ends
    return turns == 0 ? 0 : first + stones * (turns - 1);
  }
};

}  // namespace kinrow
