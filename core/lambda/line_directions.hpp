// LineDirections: the lines of a board by direction, because wins come from crossing lines of two directions.
#pragma once
#include "game/line_state.hpp"

namespace kinrow {

template <class Shape>
class LineDirections {
 public:
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;
  static constexpr int directions = 4, far = 3;  // the values of `near` are 1 to `far`

  explicit LineDirections(const LineTables<Shape>& t) : t_(t) {
    for (Lines rest = t.all; rest.any();) {
      const int line = rest.pop();
      along_[direction(t.cells[line])].set(line);
    }
  }

  // A side's live lines that lack two stones (near = 3), three (2) or four (1).
  Lines near(const State& s, int side, int near) const {
    const int stones = t_.rules.k - 5 + near;
    return stones < 0 ? Lines{} : s.with(t_, side, stones);
  }
  const Lines& along(int direction) const { return along_[direction]; }

 private:
  int direction(typename Shape::Cells line) const {
    const int first = line.pop(), cols = t_.rules.cols;
    if (line.none()) return 0;  // of one cell
    const int step = line.pop() - first;
    return step == 1 ? 0 : step == cols ? 1 : step == cols + 1 ? 2 : 3;
  }

  const LineTables<Shape>& t_;
  Lines along_[directions];
};

}  // namespace kinrow
