// The Erdős–Selfridge potential: a sum over the attacker's live lines; if it is small, the defender holds.
//
// Single stones (Erdős and Selfridge 1973): the defender stops every line if the sum of 2^-missing is below 1 with the
// defender to move, or below 1/2 with the attacker to move. With p stones per turn for both (Beck 1982, the (p:q) game
// with q = p), the sum is of (1+p)^(-missing/p), and must be below 1, or below 1/(1+p). Both hold in the game in which
// only the attacker's lines count; a defender who can also win does no worse. They hold for exact lines too, because
// stopping k in a row also stops exactly k in a row.
#pragma once
#include <cassert>

#include "game/line_state.hpp"
#include "solve/line_weights.hpp"

namespace kinrow {

template <class Shape>
class Potential {
 public:
  explicit Potential(const LineTables<Shape>& t)
      : t_(t), p_(t.rules.stones), weights_(geometric_weights(1, root(1.0 + p_, p_), t.rules.k)) {}
  // Valid only at the first stone of a turn.
  bool holds(const LineState<Shape>& s, int attacker) const {
    assert(s.left == p_);
    const std::uint64_t sum = s.weighed(t_, attacker, weights_);
    return s.to_move == attacker ? sum * static_cast<std::uint64_t>(1 + p_) < weight_unit : sum < weight_unit;
  }
  double sum(const LineState<Shape>& s, int attacker) const {
    return static_cast<double>(s.weighed(t_, attacker, weights_)) / static_cast<double>(weight_unit);
  }

 private:
  const LineTables<Shape>& t_;
  int p_;
  std::vector<std::uint64_t> weights_;  // by missing stones
};

}  // namespace kinrow
