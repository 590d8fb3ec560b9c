// AttackOdds: how likely an attack is to win, from the look of a position.
//
// A logistic fit to 16,800 positions that searches of (15,15,5) had looked at, each won or not within 4,000 further
// positions. What tells most is where lines of two directions cross: with counts of lines alone the likelihood of what
// was held back is worse by 0.03 to 0.04 a position (log loss 0.42 and 0.445, now 0.37 and 0.40); boosted trees over
// the same counts are better by 0.004 only. A fit to the numbers that searches came back with: no better.
#pragma once
#include "prove/attack_lines.hpp"

namespace kinrow {

template <class Shape>
class AttackOdds {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;

  explicit AttackOdds(const LineTables<Shape>& t) : t_(t), lines_(t) {}

  // The logarithm of the odds that P will be seen to win with so many orders to go, somewhat levelled.
  double operator()(const State& s, int p, int orders) const {
    const Weights& w = weights[s.to_move != p];
    return w.all + w.stone * (t_.rules.size() - s.empties) + (orders <= 2 ? w.late : 0) + of_side(s, p, w.side[0]) +
           of_side(s, p ^ 1, w.side[1]);
  }

 private:
  static constexpr int far = AttackLines<Shape>::far;
  // By what the lines lack: 3 for two stones, 2 for three, 1 for four, b for three where two such lines lie along one
  // direction; and cells on two such lines alone: tt, bb for two and three.
  enum Crossing { c33, c32, c31, c22, c21, c11, tt, c3b, cbb, c2b, c1b, bb, crossings };
  struct Side {
    double lines[far];        // that lack four, three, two stones
    double cells[crossings];  // where such lines cross
  };
  struct Weights {
    double all, stone, late;
    Side side[2];  // P's, Q's
  };
  // The empty cells on lines that lack two stones, or else three, or else four; those on two lines at once of one
  // direction that lack three.
  struct Near {
    Cells at[far + 1], open;
  };

  double of_side(const State& s, int side, const Side& w) const {
    double z = 0;
    Lines lines[far + 1];
    for (int n = 1; n <= far; ++n) {
      lines[n] = lines_.near(s, side, n);
      z += w.lines[n - 1] * lines[n].count();
    }
    Cells found[crossings];
    const Cells empty = s.empty(t_);
    Near before;
    for (int d = 0; d < AttackLines<Shape>::directions; ++d) {
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
      // P to move
      {-2.566,
       -0.095,
       -0.295,
       {{{0.036, 0.037, 0.470}, {0, 0.118, 0.220, 0.084, 0.068, 0.005, -0.293, -0.296, 0.232, 0.113, 0.064, 0.146}},
        {{0.004, -0.016, -0.273},
         {-0.072, -0.150, -0.147, -0.053, -0.028, -0.023, -0.456, -0.621, -0.092, -0.008, -0.019, 0.003}}}},
      // Q to move
      {-2.155,
       -0.131,
       -0.200,
       {{{0.028, 0.047, 0.457}, {0.435, 0.271, 0.197, 0.147, 0.040, 0.005, 0.433, 0.298, 0.125, 0.031, 0.067, 0.083}},
        {{0.006, -0.023, -0.343},
         {0, 0.006, -0.105, -0.028, -0.006, -0.015, 0.112, -0.311, 0.101, -0.006, 0.004, -0.067}}}}};

  const LineTables<Shape>& t_;
  AttackLines<Shape> lines_;
};

}  // namespace kinrow
