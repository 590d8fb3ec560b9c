// FarStone: the cells near a tree, for the answers to the attacker's first stone in a class of boards with k = 5.
//
// There the defender may begin far away. Counted like others, that stone would let four stones elsewhere come before
// the attacker's threat, one more than a line of five bears. But if no line through it meets the zone of the tree after
// a pass, the attacker can answer what the defender makes of it there (docs/proof-format.md, `F`). So only near answers
// have trees of their own: those in the rectangle around the zone and the attacker's stones, widened by the reach of a
// line, whichever way the tree is turned.
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
  // The answers that need trees of their own, given the zone of the attacker's win after a pass: all of the zone, or
  // all that is near; none if the window lacks some.
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
  // Cells for the zone: all near ones are then in the window, with some around them. If the position is symmetric it is
  // enough to keep away from two of the edges.
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
  // Lines that a near stone makes with cells beyond the window still have two cells in it: a zone can need as many.
  static constexpr int spare = 2;

  // As far as a line through the stone reaches; in exact games also the cell beyond it.
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
