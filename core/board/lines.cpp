#include "board/lines.hpp"

#include <set>

namespace kinrow {
namespace {

struct Grid {
  int rows, cols;
  bool on_board(int r, int c) const { return r >= 0 && r < rows && c >= 0 && c < cols; }
  int cell(int r, int c) const { return r * cols + c; }
};

void add_line(std::vector<Line>& lines, const Grid& w, int r, int c, int dr, int dc, int k) {
  const int end_r = r + dr * (k - 1), end_c = c + dc * (k - 1);
  if (!w.on_board(end_r, end_c)) return;
  Line line;
  for (int i = 0; i < k; ++i) line.cells.push_back(w.cell(r + dr * i, c + dc * i));
  if (w.on_board(r - dr, c - dc)) line.extensions.push_back(w.cell(r - dr, c - dc));
  if (w.on_board(end_r + dr, end_c + dc)) line.extensions.push_back(w.cell(end_r + dr, end_c + dc));
  lines.push_back(std::move(line));
}

// Adds the line of k cells from (r, c) on if it leaves the window but stays on the board, which extends `beyond` cells
// further on each side.
void add_leaving(std::vector<Line>& lines, const Grid& w, int r, int c, int dr, int dc, int k, const Grid& beyond) {
  Line line;
  for (int i = 0; i < k; ++i) {
    const int row = r + dr * i, col = c + dc * i;
    if (w.on_board(row, col))
      line.cells.push_back(w.cell(row, col));
    else if (row >= -beyond.rows && row < w.rows + beyond.rows && col >= -beyond.cols && col < w.cols + beyond.cols)
      ++line.outside;
    else
      return;
  }
  if (line.cells.empty() || line.outside == 0) return;
  if (w.on_board(r - dr, c - dc)) line.extensions.push_back(w.cell(r - dr, c - dc));
  if (w.on_board(r + dr * k, c + dc * k)) line.extensions.push_back(w.cell(r + dr * k, c + dc * k));
  lines.push_back(std::move(line));
}

}  // namespace

std::vector<Line> lines_of(int rows, int cols, int k) {
  const Grid w{rows, cols};
  std::vector<Line> lines;
  for (const auto& d : line_steps)
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c) add_line(lines, w, r, c, d[0], d[1], k);
  return lines;
}

std::vector<Line> leaving_lines(int rows, int cols, int k, bool more_rows, bool more_cols) {
  const Grid w{rows, cols}, beyond{more_rows ? k - 1 : 0, more_cols ? k - 1 : 0};
  std::vector<Line> lines;
  for (const auto& d : line_steps)
    for (int r = -beyond.rows; r < rows + beyond.rows; ++r)
      for (int c = -beyond.cols; c < cols + beyond.cols; ++c) add_leaving(lines, w, r, c, d[0], d[1], k, beyond);
  return lines;
}

std::vector<Line> distinct(const std::vector<Line>& lines) {
  std::vector<Line> kept;
  std::set<std::vector<int>> seen;
  for (const Line& line : lines)
    if (seen.insert(line.cells).second) kept.push_back(line);
  return kept;
}

}  // namespace kinrow
