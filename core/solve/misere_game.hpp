// MisereGame: the line loses. A side that need not complete one does not lose (avoidance.hpp).
#pragma once
#include "solve/avoidance.hpp"
#include "solve/line_game.hpp"

namespace kinrow {

template <class Shape>
class MisereGame : public LineGame<Shape> {
 public:
  using Base = LineGame<Shape>;
  // He who must complete a line this turn would rather do so with its last stone: the order matters.
  static constexpr bool stones_commute = false;
  using typename Base::Cells;
  using typename Base::Lines;
  using typename Base::State;

  explicit MisereGame(const Game& g) : Base(g), avoidance_(this->tables()) {}

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
  NoZone prove(const State& s, int beta, Facts<Cells>& f) {
    if (!avoidance_.holds(s, defender(s, beta))) return {};
    if (beta >= 1)
      f.upper = std::min(f.upper, 0);
    else
      f.lower = std::max(f.lower, 0);
    return {};
  }
  void narrow(const State&, int, Facts<Cells>&) {}

  // Without the moves that are on every live line, of either side, that another one is on. Sound as LineGame's, the
  // other way round: he who keeps off a cell completes no line sooner than he who takes it, for the lines through the
  // one that he took go through that cell. Nodes without and with it: (5,4,4) 0.99 M and 0.82 M, (6,4,4) 44 M and 38 M.
  Cells worth_trying(const State& s, Cells moves) const {
    const LineTables<Shape>& t = this->tables();
    if (t.rules.exact) return Base::one_idle(s, moves);
    const Lines live = s.live(t, X) | s.live(t, O);
    for (Cells rest = moves; rest.any();) {
      const int cell = rest.pop();
      const Cells worse = t.on_all(live & t.through[cell], moves - Cells::one(cell));
      moves -= worse;
      rest -= worse;
    }
    return moves;
  }

  // Safe cells first, those on few lines and short ones; most of all on few of those that the question is about.
  // M nodes for (5,4,3), (5,4,4), (5,5,3), (6,4,4): with LineGame's weights turned round 0.42, 0.82, 4.2, 38; with the
  // lines in question doubled 0.40, 0.23, 4.9, 24; and fourfold weight a stone 0.36, 0.25, 4.7, 22; as here 0.49, 0.08,
  // 4.6, 9.0; with those lines alone, doubled weight 0.87, 0.33, 7.4, 22.
  void weigh(const State& s, int beta, MoveList& list) const {
    Base::weigh_lines(s, defender(s, beta), 4, list, [](int stones) { return -(256 << std::min(2 * stones, 12)); });
  }

 private:
  static int defender(const State& s, int beta) { return beta >= 1 ? s.to_move ^ 1 : s.to_move; }

  Avoidance<Shape> avoidance_;
};

}  // namespace kinrow
