// WinEstimator: estimates how likely a lambda search is to win, from features of the position.
//
// The weights are a logistic fit to positions of (15,15,5), each of them won, or not, within some thousand positions of
// search. Cells where lines of two directions cross say most. docs/experiments/fit has the script that fits the
// weights; docs/experiments/lambda-search.md says how good they are.
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

  // Cells where lines of two directions cross, by what each of them lacks: 3 means two stones, 2 three, 1 four; b means
  // two lines of that direction that lack three. And cells on two lines of one direction: tt if they lack two stones,
  // bb if three.
  enum Crossing { c33, c32, c31, c22, c21, c11, tt, c3b, cbb, c2b, c1b, bb, crossings };
  static constexpr int far = LineDirections<Shape>::far;
  struct Side {
    int lines[far];        // lines that lack four, three, two stones
    int cells[crossings];  // cells of each kind
  };
  // One number per feature: how often it occurs, or its weight.
  struct Terms {
    int one, stone, late;
    Side side[2];  // the attacker's, the defender's
  };

  // `orders`: how far the order of the position is below the maximum.
  Terms features(const State& s, int attacker, int orders) const {
    return {1, t_.rules.size() - s.empties, orders <= 2, {of_side(s, attacker), of_side(s, attacker ^ 1)}};
  }
  static const Terms& weights(bool attacker_to_move) { return fitted[attacker_to_move ? 0 : 1]; }
  // The logarithm of the odds that a win is found, in thousandths: an integer, so that every machine searches the same
  // positions.
  int operator()(const State& s, int attacker, int orders) const {
    return dot(features(s, attacker, orders), weights(s.to_move == attacker));
  }

 private:
  // For one direction: the empty cells by the nearest line that they are on, and those on two lines that lack three
  // stones.
  struct Near {
    Cells at[far + 1], open;
  };

  static int dot(const Terms& x, const Terms& w) {
    int z = x.one * w.one + x.stone * w.stone + x.late * w.late;
    for (int i : {0, 1}) {
      for (int n = 0; n < far; ++n) z += x.side[i].lines[n] * w.side[i].lines[n];
      for (int c = 0; c < crossings; ++c) z += x.side[i].cells[c] * w.side[i].cells[c];
    }
    return z;
  }
  Side of_side(const State& s, int side) const {
    Side counts;
    Lines lines[far + 1];
    for (int n = 1; n <= far; ++n) {
      lines[n] = lines_.near(s, side, n);
      counts.lines[n - 1] = lines[n].count();
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
    for (int c = 0; c < crossings; ++c) counts.cells[c] = found[c].count();
    return counts;
  }
  Near near(const Lines* all, const Lines& along, const Cells& empty, Cells& pairs) const {
    Near now;
    Cells farther = empty;
    for (int n = far; n >= 1; --n) {
      Cells twice;
      (all[n] & along).each([&](int line) {
        const Cells cells = t_.cells[line] & farther;
        twice |= now.at[n] & cells;
        now.at[n] |= cells;
      });
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

  static constexpr Terms fitted[2] = {
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
