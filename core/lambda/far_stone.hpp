// FarStone: which answers to the attacker's first stone are near enough to need trees, in a class of boards with k = 5.
//
// On such boards the defender may begin far away. If that stone counted like any other outside the zone, the defender
// could have four stones in a row before the attacker threatens to win; with k = 5 that is one too many. But if the
// zone of the tree after a pass has no cell on the rows through it, within five cells, the attacker can answer in such
// a row without leaving the tree, so the stone need not be counted (docs/proof-format.md, `F`). Only near answers get
// trees. A symmetric position has several such zones, one for each way to turn its tree; near is what is near to all of
// them.
#pragma once
#include <optional>
#include <vector>

#include "lambda/lambda_keys.hpp"
#include "lambda/position_symmetry.hpp"

namespace kinrow {

template <class Shape>
class FarStone {
 public:
  using Cells = typename Shape::Cells;
  using State = LineState<Shape>;

  explicit FarStone(const LineTables<Shape>& t) : t_(t), keys_(t), symmetry_(t) {}

  bool possible(const State& s, int attacker) const { return keys_.may_be_far(s, attacker); }
  // The answers that need trees, given the zone of the attacker's win after a pass: the zone, or if the stone may be
  // far, all near cells. Nothing if some of them lie beyond the window.
  std::optional<Cells> disturbing(const State& s, int attacker, Cells zone) const {
    if (!possible(s, attacker)) return zone;
    if (t_.rules.exact) zone |= s.stones[X] | s.stones[O];
    Grid near = around(zone);
    for (const int g : symmetry_.symmetries_of(s)) {
      const Grid turned = around(symmetry_.group().apply(g, zone));
      for (std::size_t i = 0; i < near.size(); ++i) near[i] = near[i] && turned[i];
    }
    return in_window(near, s.empty(t_));
  }
  // A zone within these cells keeps so far from the edges that all near cells lie in the window. In a symmetric
  // position it is enough to keep away from two of the edges.
  Cells room(const State& s) const {
    const Rules& r = t_.rules;
    const bool symmetric = !symmetry_.symmetries_of(s).empty();
    const int down = r.more_rows ? margin() + spare : 0, right = r.more_cols ? margin() + spare : 0;
    return cells(symmetric ? 0 : down, r.rows - 1 - down, right, r.cols - 1 - (symmetric ? 0 : right));
  }

 private:
  using Grid = std::vector<bool>;  // of the window and as many cells beyond each edge as margin() says

  // Added to the margin, so that even a line that leaves the window has two cells in it, as many as a zone can need.
  static constexpr int spare = 2;

  // How far from the stone an answer may be; in exact games, in which an answer might spoil a line of the attacker's,
  // also a cell next to it.
  int reach() const { return t_.rules.k; }
  int margin() const { return reach() + t_.rules.exact; }
  int width() const { return t_.rules.cols + 2 * margin(); }
  // The cells from which an answer may be one of these.
  Grid around(Cells zone) const {
    Grid near(static_cast<std::size_t>((t_.rules.rows + 2 * margin()) * width()));
    while (zone.any()) {
      const int cell = zone.pop(), row = cell / t_.rules.cols + margin(), col = cell % t_.rules.cols + margin();
      const int touch = t_.rules.exact;
      for (int r = row - touch; r <= row + touch; ++r)
        for (int c = col - touch; c <= col + touch; ++c)
          for (const auto& [down, right] : directions)
            for (int n = -reach(); n <= reach(); ++n)
              near[static_cast<std::size_t>((r + n * down) * width() + c + n * right)] = true;
    }
    return near;
  }
  // Nothing if one of them is beyond an edge beyond which boards may extend.
  std::optional<Cells> in_window(const Grid& near, const Cells& empty) const {
    const Rules& r = t_.rules;
    Cells found;
    for (int i = 0; i < static_cast<int>(near.size()); ++i) {
      if (!near[static_cast<std::size_t>(i)]) continue;
      const int row = i / width() - margin(), col = i % width() - margin();
      const bool beyond_rows = row < 0 || row >= r.rows, beyond_cols = col < 0 || col >= r.cols;
      if ((beyond_rows && !r.more_rows) || (beyond_cols && !r.more_cols)) continue;
      if (beyond_rows || beyond_cols) return std::nullopt;
      found.set(row * r.cols + col);
    }
    return found & empty;
  }
  static constexpr int directions[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  Cells cells(int top, int bottom, int left, int right) const {
    Cells found;
    for (int row = top; row <= bottom; ++row)
      for (int col = left; col <= right; ++col) found.set(row * t_.rules.cols + col);
    return found;
  }

  const LineTables<Shape>& t_;
  LambdaKeys<Shape> keys_;
  PositionSymmetry<Shape> symmetry_;
};

}  // namespace kinrow
