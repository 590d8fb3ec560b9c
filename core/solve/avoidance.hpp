// Avoidance: positions of misere games in which a side never has to complete a line, whatever the other one does.
//
// Pairing, with single stones: disjoint pairs of empty cells such that every line that he might complete contains a
// whole pair. He takes one cell of each pair and never both. For pair the other empty cells, too, but for one if their
// number is odd. When his opponent takes one cell of a pair he takes the other. Has he to begin, he takes the odd cell,
// or, if it is gone, one cell of a pair, whose other cell nobody needs: the opponent takes it, and he begins again, or
// leaves it, and at last only that cell is left and it is the opponent's move.
//
// Potential, with p stones a turn (Hefetz, Krivelevich, Szabo 2007): the sum over those lines of (1 + 1/p)^-missing is
// below (1 + 1/p)^-p. Of no line he then misses p cells or fewer. He takes the cells that add least, one by one; what
// they add in a turn is no more than any cell that is left holds, and the opponent's stone takes that away. (A stone
// beyond the ends of an exact line only ever takes lines away.)
//
// Nodes of alpha-beta without and with both: (5,5,5) 20.4 M and 1, (4,4,4) 23 k and below 500, (5,4,4) 3.2 M and 1.0 M,
// (6,4,4) 67 M and 44 M; games that a side wins are as they were.
#pragma once
#include <cmath>
#include <vector>

#include "solve/pairing.hpp"

namespace kinrow {

template <class Shape>
class Avoidance {
 public:
  using Cells = typename Shape::Cells;
  using State = LineState<Shape>;

  explicit Avoidance(const LineTables<Shape>& t) : t_(t), p_(t.rules.stones), pairing_(t) {
    const double factor = 1.0 + 1.0 / p_;
    for (int missing = 0; missing <= t.rules.k; ++missing) weight_.push_back(std::pow(factor, p_ - missing));
  }
  bool holds(const State& s, int side) { return small(s, side) || paired(s, side); }
  bool small(const State& s, int side) const {
    const bool long_first_turn = s.left > p_ && s.to_move == side;
    return !long_first_turn && s.weighed(t_, side, weight_) < 1.0 - 1e-9;  // rounding only ever costs a cut
  }
  // `found` receives the pairs.
  bool paired(const State& s, int side, std::vector<Cells>* found = nullptr) {
    return p_ == 1 && s.left == 1 && pairing_.holds(s, side, found);
  }

 private:
  const LineTables<Shape>& t_;
  int p_;
  std::vector<double> weight_;
  Pairing<Shape> pairing_;
};

}  // namespace kinrow
