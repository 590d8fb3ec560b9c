// The symmetries of a board, and the larger group of those of its lines.
#pragma once
#include <vector>

#include "board/lines.hpp"

namespace kinrow {

using Permutation = std::vector<int>;  // image[cell]

// One of the 8 turns and reflections of a square, or 4 of a rectangle: bit 0 of its number mirrors the rows, bit 1 the
// columns, bit 2 then exchanges the two.
Permutation board_turn(int rows, int cols, int turn);

// The distinct turns and reflections: 8 on a square, 4 on a rectangle, fewer on one row; identity first.
std::vector<Permutation> board_symmetries(int rows, int cols);

// Every permutation of the cells that maps lines onto lines, identity first. It holds the board's symmetries and
// often more: swapping rows 1,2 with 5,4 and the columns likewise keeps the twelve full lines of 5x5, so that group
// has 32 members. Values are invariant under it, for the lines are all that a non-exact game knows of its board.
// Found by backtracking over cells with equal pair counts; where the group exceeds `most` or the search its budget
// (boards with few lines), the board's own symmetries are returned instead.
std::vector<Permutation> line_symmetries(int rows, int cols, const std::vector<Line>& lines, int most);

}  // namespace kinrow
