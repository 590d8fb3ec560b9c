// Game: rules compiled to lines; Board: a position as it crosses the boundary to Python.
#pragma once
#include <vector>

#include "board/lines.hpp"
#include "board/symmetry.hpp"
#include "game/stone_rules.hpp"

namespace kinrow {

// The sign of each cell (-1: empty), the side to move, and the stones left in its turn.
struct Board {
  std::vector<signed char> cells;
  int to_move = X;
  int left = 1;
};

// A board with these stones of X and O.
template <class Cells>
Board board_with(int size, const Cells (&stones)[2], int to_move, int left = 1) {
  const Signs signs = signs_of(stones);
  return {{signs.begin(), signs.begin() + size}, to_move, left};
}

struct Game {
  explicit Game(const Rules& r);
  // A piece, whose copies cover larger boards. In the weak game, every line is stopped within one of the copies, so
  // only these parts of lines count.
  Game(const Rules& r, const std::vector<std::vector<int>>& parts);

  Rules rules;
  std::vector<Line> lines;                // those that leave the window come last
  std::vector<std::vector<int>> through;  // the numbers of the lines through each cell
  // The lines that a stone on the cell would extend; only in games in which that spoils a line.
  std::vector<std::vector<int>> extending;
  StoneRules stones;
  bool piece = false;  // its lines are parts
  // In a class of boards: the cells that the zone of a win must not have. In exact games no line of the winner's that
  // ends before one of them counts, either: they are reserved (docs/proof-format.md).
  std::vector<int> avoided;
  // There: the cell of a stone of the loser's that a null move may take away, -1 for none. Then only zones after null
  // moves avoid these cells.
  int dropped = -1;
  // The lambda search accepts only wins whose trees end by this ply, and nothing else is searched then.
  int by_ply = any_ply;
  static constexpr int any_ply = 1 << 20;
  Board start() const;

 private:
  void index_lines();
};

}  // namespace kinrow
