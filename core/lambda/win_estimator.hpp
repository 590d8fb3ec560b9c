// WinEstimator: how likely a lambda search is to win, from the look of a position.
//
// A logistic fit to positions that searches of (15,15,5) had looked at, each won or not within 4,000 further positions.
// What says most is where lines of two directions cross. docs/experiments/lambda-search.md has the data, the script
// that repeats the fit, and what fitted worse.
#pragma once
#include "lambda/line_directions.hpp"

namespace kinrow {

template <class Shape>
class WinEstimator {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;

  explicit WinEstimator(const LineTables<Shape>& t) : t_(t), lines_(t) {}

  // The logarithm of the odds that the attacker will be seen to win with so many orders to go, in thousandths: whole
  // numbers, so that a search looks at the same positions on every machine.
  int operator()(const State& s, int attacker, int orders) const {
    const Weights& w = weights[s.to_move != attacker];
    return w.all + w.stone * (t_.rules.size() - s.empties) + (orders <= 2 ? w.late : 0) +
           of_side(s, attacker, w.side[0]) + of_side(s, attacker ^ 1, w.side[1]);
  }

 private:
  static constexpr int far = LineDirections<Shape>::far;
  // By what the lines lack: 3 for two stones, 2 for three, 1 for four, b for three where two such lines lie along one
  // direction; and cells on two such lines alone: tt, bb for two and three.
  enum Crossing { c33, c32, c31, c22, c21, c11, tt, c3b, cbb, c2b, c1b, bb, crossings };
  struct Side {
    int lines[far];        // that lack four, three, two stones
    int cells[crossings];  // where such lines cross
  };
  struct Weights {
    int all, stone, late;
    Side side[2];  // the attacker's, the defender's
  };
  // The empty cells on lines that lack two stones, or else three, or else four; those on two lines at once of one
  // direction that lack three.
  struct Near {
    Cells at[far + 1], open;
  };

  int of_side(const State& s, int side, const Side& w) const {
    int z = 0;
    Lines lines[far + 1];
    for (int n = 1; n <= far; ++n) {
      lines[n] = lines_.near(s, side, n);
      z += w.lines[n - 1] * lines[n].count();
    }
    Cells found[crossings];
    const Cells empty = s.empty(t_);
    Near before;
    for (int d = 0; d < LineDirections<Shape>::directions; ++d) {
      const Near now = near(lines, lines_.along(d), empty, found[tt]);
      cross(before, now, found);
      for (int n = 1; n <= far; ++n) before.at[n] |= now.at[n];
      before.open |= now.open;
    }
    found[bb] = before.open;
    for (int c = 0; c < crossings; ++c) z += w.cells[c] * found[c].count();
    return z;
  }
  Near near(const Lines* all, const Lines& along, const Cells& empty, Cells& pairs) const {
    Near now;
    Cells farther = empty;
    for (int n = far; n >= 1; --n) {
      Cells twice;
      for (Lines lines = all[n] & along; lines.any();) {
        const Cells cells = t_.cells[lines.pop()] & farther;
        twice |= now.at[n] & cells;
        now.at[n] |= cells;
      }
      if (n == far) pairs |= twice;
      if (n == far - 1) now.open = twice;
      farther = farther - now.at[n];
    }
    return now;
  }
  static void cross(const Near& x, const Near& y, Cells* found) {
    found[c33] |= x.at[3] & y.at[3];
    found[c32] |= (x.at[3] & y.at[2]) | (x.at[2] & y.at[3]);
    found[c31] |= (x.at[3] & y.at[1]) | (x.at[1] & y.at[3]);
    found[c22] |= x.at[2] & y.at[2];
    found[c21] |= (x.at[2] & y.at[1]) | (x.at[1] & y.at[2]);
    found[c11] |= x.at[1] & y.at[1];
    found[c3b] |= (x.at[3] & y.open) | (x.open & y.at[3]);
    found[cbb] |= x.open & y.open;
    found[c2b] |= (x.at[2] & y.open) | (x.open & y.at[2]);
    found[c1b] |= (x.at[1] & y.open) | (x.open & y.at[1]);
  }

  static constexpr Weights weights[2] = {
      // the attacker to move
      {-2566,
       -95,
       -295,
       {{{36, 37, 470}, {0, 118, 220, 84, 68, 5, -293, -296, 232, 113, 64, 146}},
        {{4, -16, -273}, {-72, -150, -147, -53, -28, -23, -456, -621, -92, -8, -19, 3}}}},
      // the defender to move
      {-2155,
       -131,
       -200,
       {{{28, 47, 457}, {435, 271, 197, 147, 40, 5, 433, 298, 125, 31, 67, 83}},
        {{6, -23, -343}, {0, 6, -105, -28, -6, -15, 112, -311, 101, -6, 4, -67}}}}};

  const LineTables<Shape>& t_;
  LineDirections<Shape> lines_;
};

}  // namespace kinrow
