// Avoidance: positions of misère games in which a side never has to complete a line, whatever the opponent does.
//
// Pairing, for single stones: disjoint pairs of empty cells such that every line that the side might complete contains
// a whole pair. The side takes one cell of each pair and never both. To do so, it pairs up the other empty cells too,
// except one if their number is odd. When the opponent takes a cell of a pair, it takes the other one. When it has to
// begin, it takes the odd cell; if that is gone, it takes one cell of a pair, and nobody needs the other cell: either
// the opponent takes it, and the side begins again, or it is the last cell left, and it is the opponent's move.
//
// Potential, for p stones per turn (Hefetz, Krivelevich and Szabó 2007): the sum over those lines of (1 + 1/p)^-missing
// is below (1 + 1/p)^-p. So no line lacks p cells or fewer. The side takes the cells that add least to the sum, one by
// one. What they add in a turn is at most the weight of any cell that is left, and the opponent's stone takes that
// away. (A stone beyond the ends of an exact line can only remove lines.)
//
// Figures: docs/experiments/leaf-tests.md.
#pragma once
#include <vector>

#include "solve/line_weights.hpp"
#include "solve/pairing.hpp"

namespace kinrow {

template <class Shape>
class Avoidance {
 public:
  using Cells = typename Shape::Cells;
  using State = LineState<Shape>;

  // Weights are (1 + 1/p)^(p - missing), so that the bound on their sum is 1.
  explicit Avoidance(const LineTables<Shape>& t) : t_(t), p_(t.rules.stones), pairing_(t) {
    const double factor = 1.0 + 1.0 / p_;
    double first = 1;
    for (int i = 0; i < p_; ++i) first *= factor;
    weights_ = geometric_weights(first, factor, t.rules.k);
  }
  bool holds(const State& s, int side) { return below_bound(s, side) || paired(s, side); }
  bool below_bound(const State& s, int side) const {
    const bool long_first_turn = s.left > p_ && s.to_move == side;
    return !long_first_turn && s.weighed(t_, side, weights_) < weight_unit;
  }
  // `found` receives the pairs, unless it is null.
  bool paired(const State& s, int side, std::vector<Cells>* found = nullptr) {
    return p_ == 1 && s.left == 1 && pairing_.holds(s, side, found);
  }

 private:
  const LineTables<Shape>& t_;
  int p_;
  std::vector<std::uint64_t> weights_;  // by missing stones
  Pairing<Shape> pairing_;
};

}  // namespace kinrow
