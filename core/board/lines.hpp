// The lines of a board: every k cells in a row, column or diagonal, and the cells that would extend them.
#pragma once
#include <vector>

namespace kinrow {

struct Line {
  std::vector<int> cells;       // row * cols + col, in order
  std::vector<int> extensions;  // the 0 to 2 cells on the board just beyond its ends
};

// Ordered by direction. With k = 1 a cell appears four times, once per direction, because its extensions differ.
std::vector<Line> lines_of(int rows, int cols, int k);

// Each set of cells once: enough for games that are not exact, in which the extensions do not matter.
std::vector<Line> distinct(const std::vector<Line>& lines);

}  // namespace kinrow
