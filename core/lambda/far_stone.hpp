// FarStone: which answers to the attacker's first stone are near enough to need trees, in a class of boards with k = 5.
//
// On such boards the defender may begin far away. If that stone counted like any other outside the zone, the defender
// could have four stones in a row before the attacker threatens to win; with k = 5 that is one too many. But if no line
// through it meets the zone of the tree after a pass, the attacker can answer in that far row without leaving the tree,
// so the stone need not be counted (docs/proof-format.md, `F`). Only near answers get trees: those within the reach of
// a line of the rectangle around the zone and all stones. A symmetric position has several such rectangles, one for
// each way to turn its tree; near is what lies in all of them.
#pragma once
#include <algorithm>
#include <optional>

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
  // far, all near cells. Nothing if some near cells lie beyond the window.
  std::optional<Cells> disturbing(const State& s, int attacker, Cells zone) const {
    if (!possible(s, attacker)) return zone;
    const Rules& r = t_.rules;
    zone |= s.stones[X] | s.stones[O];
    Rectangle near = around(zone);
    for (const int g : symmetry_.symmetries_of(s)) near.cut(around(symmetry_.group().apply(g, zone)));
    if (r.more_rows && (near.top < 0 || near.bottom >= r.rows)) return std::nullopt;
    if (r.more_cols && (near.left < 0 || near.right >= r.cols)) return std::nullopt;
    return cells(near) & s.empty(t_);
  }
  // A zone within these cells keeps so far from the edges that all near cells lie in the window. In a symmetric
  // position it is enough to keep away from two of the edges.
  Cells room(const State& s) const {
    const Rules& r = t_.rules;
    const bool symmetric = !symmetry_.symmetries_of(s).empty();
    const int down = r.more_rows ? margin() + spare : 0, right = r.more_cols ? margin() + spare : 0;
    return cells({symmetric ? 0 : down, r.rows - 1 - down, right, r.cols - 1 - (symmetric ? 0 : right)});
  }

 private:
  struct Rectangle {
    int top, bottom, left, right;
    void cut(const Rectangle& other) {
      top = std::max(top, other.top), bottom = std::min(bottom, other.bottom);
      left = std::max(left, other.left), right = std::min(right, other.right);
    }
  };
  // Added to the margin, so that even a line that leaves the window has two cells in it, as many as a zone can need.
  static constexpr int spare = 2;

  // How far a line through the stone reaches; in exact games also the cell beyond it.
  int margin() const { return t_.rules.k - 1 + t_.rules.exact; }
  Rectangle around(Cells zone) const {
    const int cols = t_.rules.cols;
    Rectangle r{t_.rules.rows, -1, cols, -1};
    while (zone.any()) {
      const int row = zone.lowest() / cols, col = zone.pop() % cols;
      r = {std::min(r.top, row), std::max(r.bottom, row), std::min(r.left, col), std::max(r.right, col)};
    }
    return {r.top - margin(), r.bottom + margin(), r.left - margin(), r.right + margin()};
  }
  Cells cells(const Rectangle& r) const {
    const int rows = t_.rules.rows, cols = t_.rules.cols;
    Cells found;
    for (int row = std::max(r.top, 0); row <= std::min(r.bottom, rows - 1); ++row)
      for (int col = std::max(r.left, 0); col <= std::min(r.right, cols - 1); ++col) found.set(row * cols + col);
    return found;
  }

  const LineTables<Shape>& t_;
  LambdaKeys<Shape> keys_;
  PositionSymmetry<Shape> symmetry_;
};

}  // namespace kinrow
