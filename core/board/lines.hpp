// The lines of a board: every k cells in a row, column or diagonal, and the cells that would extend them.
#pragma once
#include <vector>

namespace kinrow {

struct Line {
  std::vector<int> cells;       // row * cols + col, in order
  std::vector<int> extensions;  // the 0 to 2 cells on the board just beyond its ends
  int outside = 0;              // of a line that leaves the window: how many of its cells are outside
  int given = 0;                // of a part of a line: its cells outside that part, which count as Maker's stones
};

// The four directions: rows and columns from a cell of a line to the next.
inline constexpr int line_steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

// Ordered by direction. With k = 1 a cell appears four times, once per direction, because its extensions differ.
std::vector<Line> lines_of(int rows, int cols, int k);

// The lines that lie partly in the window, if the board extends beyond its rows, its columns, or both.
std::vector<Line> leaving_lines(int rows, int cols, int k, bool more_rows, bool more_cols);

// Keeps one line for each set of cells. That is enough unless the game is exact, because only then do extensions
// matter.
std::vector<Line> distinct(const std::vector<Line>& lines);

}  // namespace kinrow
