// The lines of a board: every k cells in a row, column or diagonal, and the cells that would extend them.
#pragma once
#include <vector>

namespace kinrow {

struct Line {
  std::vector<int> cells;       // row * cols + col, in order
  std::vector<int> extensions;  // the 0 to 2 cells on the board just beyond its ends
  int outside = 0;              // its cells beyond the window, of a line that leaves it
  int given = 0;                // of a part of a line: cells of the line that are not in it, taken to be the opponent's
};

// The four directions: rows and columns from a cell of a line to the next.
inline constexpr int line_steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

// Ordered by direction. With k = 1 a cell appears four times, once per direction, because its extensions differ.
std::vector<Line> lines_of(int rows, int cols, int k);

// The lines with a cell in the window that leave it, on a board that goes on beyond its rows, or its columns, or both.
std::vector<Line> leaving_lines(int rows, int cols, int k, bool more_rows, bool more_cols);

// Each set of cells once: enough for games that are not exact, in which the extensions do not matter.
std::vector<Line> distinct(const std::vector<Line>& lines);

}  // namespace kinrow
