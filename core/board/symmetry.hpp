// The symmetries of a board, and the larger group of those of its lines.
#pragma once
#include <vector>

#include "board/lines.hpp"

namespace kinrow {

using Permutation = std::vector<int>;  // image[cell]

// One of the 8 symmetries of a square, or the 4 of a rectangle: bit 0 of the number reverses the rows, bit 1 reverses
// the columns, bit 2 then exchanges rows and columns.
Permutation board_symmetry(int rows, int cols, int number);

// The distinct symmetries: 8 of a square, 4 of a rectangle, fewer of a single row; the identity is first. If not
// `exchange`, leaves out those that exchange rows and columns.
std::vector<Permutation> board_symmetries(int rows, int cols, bool exchange = true);

// The numbers, in ascending order, of the symmetries that map these lines onto one another; and the symmetries with
// given numbers.
std::vector<int> symmetries_of_lines(int rows, int cols, const std::vector<Line>& lines);
std::vector<Permutation> numbered_symmetries(int rows, int cols, const std::vector<int>& numbers);

// Every permutation of the cells that maps lines onto lines; the identity is first. The group contains the symmetries
// of the board and often more: exchanging rows 1 and 2 with rows 5 and 4, and the columns likewise, keeps the twelve
// full lines of 5x5, whose group has 32 members. In a game that is not exact, values are invariant under it, because
// such a game depends on nothing but its lines. Found by backtracking over cells with equal pair counts. If the group
// has more than `most` members, or the search exceeds its budget (on boards with few lines), returns the symmetries of
// the board instead.
std::vector<Permutation> line_symmetries(int rows, int cols, const std::vector<Line>& lines, int most);

}  // namespace kinrow
