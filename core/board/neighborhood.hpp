// The cells around each cell of a board.
#pragma once
#include <algorithm>
#include <vector>

namespace kinrow {

// By cell, those at most `reach` steps away, itself included; a step may be diagonal.
template <class Cells>
std::vector<Cells> cells_around(int rows, int cols, int reach) {
  std::vector<Cells> around;
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      Cells& cells = around.emplace_back();
      for (int r = std::max(0, row - reach); r <= std::min(rows - 1, row + reach); ++r)
        for (int c = std::max(0, col - reach); c <= std::min(cols - 1, col + reach); ++c) cells.set(r * cols + c);
    }
  return around;
}

}  // namespace kinrow
