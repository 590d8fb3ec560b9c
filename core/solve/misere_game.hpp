// MisereGame: the line loses. Bounds are few: a side without live lines cannot lose.
#pragma once
#include "solve/line_game.hpp"

namespace kinrow {

template <class Shape>
class MisereGame : public LineGame<Shape> {
 public:
  using Base = LineGame<Shape>;
  using Base::Base;
  // He who must complete a line this turn would rather do so with its last stone: the order matters.
  static constexpr bool stones_commute = false;
  using typename Base::Cells;
  using typename Base::State;

  int final_value(const State& s) const { return -Base::final_value(s); }

  // He who completes a line after n more stones loses with empties - n + 1, so the earliest completion bounds both
  // sides: nobody can be made to lose sooner than his own nearest line allows.
  Facts<Cells> look(const State& s, int /*beta*/) const {
    Facts<Cells> f;
    const int me = s.to_move, r = std::min(s.left, s.empties), e = s.empties, p = this->stones_a_turn();
    const int mine = this->missing(s, me), theirs = this->missing(s, me ^ 1);
    const int my_plies = mine <= r ? mine : mine + (mine - r + p - 1) / p * p;
    f.lower = -Base::soonest(e, my_plies);
    f.upper = Base::soonest(e, r + theirs + (theirs - 1) / p * p);
    f.moves = this->empty(s);
    return f;
  }
  void prove(const State&, int, Facts<Cells>&) {}
  void narrow(const State&, int, Facts<Cells>&) {}
  Cells worth_trying(const State& s, const Cells& moves) const { return Base::one_idle(s, moves); }

  // Safe cells first: those on lines that are dead for the mover.
  void weigh(const State& s, int beta, MoveList& list) const {
    Base::weigh(s, beta, list);
    for (int i = 0; i < list.size; ++i) list.at[i].score = -list.at[i].score;
  }
};

}  // namespace kinrow
