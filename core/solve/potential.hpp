// The Erdős–Selfridge potential: a sum over the attacker's live lines that, when small, lets the defender hold.
//
// Single stones (Erdős and Selfridge 1973): the defender stops every line if sum 2^-(cells missing) is below 1 with
// him to move, below 1/2 with the attacker to move. p stones a turn for both (Beck 1982, the (p:q) game with q = p):
// he stops them if sum (1+p)^(-missing/p) is below 1 with him to move, below 1/(1+p) with the attacker to move.
// Both speak of the game in which only the attacker's lines count; a defender who also may win does no worse.
// Exact lines: stopping k in a row stops exactly k in a row.
#pragma once
#include <cmath>

#include "game/line_state.hpp"

namespace kinrow {

template <class Shape>
class Potential {
 public:
  explicit Potential(const LineTables<Shape>& t) : t_(t), p_(t.rules.stones) {
    for (int missing = 0; missing <= t.rules.k; ++missing)
      weight_.push_back(std::pow(1.0 + p_, -static_cast<double>(missing) / p_));
  }
  // At a turn's first stone only.
  bool holds(const LineState<Shape>& s, int attacker) const {
    const double bound = (s.to_move == attacker ? 1.0 / (1.0 + p_) : 1.0) - 1e-9;  // rounding only ever costs a cut
    return sum(s, attacker) < bound;
  }
  double sum(const LineState<Shape>& s, int attacker) const { return s.weighed(t_, attacker, weight_); }

 private:
  const LineTables<Shape>& t_;
  int p_;
  std::vector<double> weight_;
};

}  // namespace kinrow
