// Game: rules compiled to lines, and boards as they cross the boundary.
#pragma once
#include <vector>

#include "board/lines.hpp"
#include "board/symmetry.hpp"
#include "game/rules.hpp"

namespace kinrow {

// A position as the outside tells it: signs by cell (-1 empty), whose turn, and stones left in it.
struct Board {
  std::vector<signed char> cells;
  int to_move = X;
  int left = 1;
};

struct Game {
  explicit Game(const Rules& r);

  Rules rules;
  std::vector<Line> lines;
  std::vector<std::vector<int>> through;    // line numbers by cell
  std::vector<std::vector<int>> extending;  // numbers of the lines that a cell would extend, exact games only
  Board start() const;
};

}  // namespace kinrow
