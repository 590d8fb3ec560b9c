// Rules: what a game is, as plain numbers; the Python side has validated them.
#pragma once

namespace kinrow {

enum Sign : int { X = 0, O = 1 };

constexpr int most_cells = 400;  // of the largest board, 20x20

struct Rules {
  int rows = 3, cols = 3, k = 3;
  int stones = 1;  // a turn
  int first = 1;   // on the first turn
  int begins = X;
  bool exact = false;   // an overline is no line
  bool misere = false;  // the line loses
  bool majority = false;
  int turns = 0;      // majority: turns played before the filling,
  int fill = X;       // the sign that takes the cells left,
  int threshold = 0;  // and the cells of a line that earn its point

  int size() const { return rows * cols; }
  int last_ply() const {  // stones on the board when a majority game ends
    return turns == 0 ? 0 : first + stones * (turns - 1);
  }
};

}  // namespace kinrow
