// MisereGame: a line game in which a side that completes a line loses. A side that never has to complete one does not
// lose (avoidance.hpp).
#pragma once
#include "solve/avoidance.hpp"
#include "solve/line_game.hpp"

namespace kinrow {

template <class Shape>
class MisereGame : public LineGame<Shape> {
 public:
  using Base = LineGame<Shape>;
  // The order of a turn's stones matters: a side that must complete a line does so best with its last stone.
  static constexpr bool stones_commute = false;
  using typename Base::Cells;
  using typename Base::Lines;
  using typename Base::State;

  explicit MisereGame(const Game& g) : Base(g), avoidance_(this->tables()) {}

  int final_value(const State& s) const { return -Base::final_value(s); }

  // A side that completes a line after n more stones loses by empties - n + 1. Neither side loses sooner than with the
  // nearest of its own lines, so the nearest lines bound the value on both sides.
  Facts<Cells> facts(const State& s, int /*beta*/) const {
    Facts<Cells> f;
    const int me = s.to_move, r = std::min(s.left, s.empties), e = s.empties, p = this->stones_a_turn();
    const int mine = this->missing(s, me), theirs = this->missing(s, me ^ 1);
    const int my_plies = mine <= r ? mine : mine + (mine - r + p - 1) / p * p;
    f.lower = -Base::soonest(e, my_plies);
    f.upper = Base::soonest(e, r + theirs + (theirs - 1) / p * p);
    f.moves = this->empty(s);
    return f;
  }
  NoZone leaf_tests(const State& s, int beta, Facts<Cells>& f) {
    if (!avoidance_.holds(s, defender(s, beta))) return {};
    if (beta >= 1)
      f.upper = std::min(f.upper, 0);
    else
      f.lower = std::max(f.lower, 0);
    return {};
  }
  void narrow(const State&, int, Facts<Cells>&) {}

  // Drops the moves that lie on every live line, of either side, that another move lies on. Sound for the opposite
  // reason as in LineGame: a side that avoids a cell completes no line sooner than one that takes it. Figures:
  // docs/experiments/alpha-beta.md.
  Cells worth_trying(const State& s, Cells moves) const {
    const LineTables<Shape>& t = this->tables();
    if (t.rules.exact) return Base::without_idle_copies(s, moves);
    const Lines live = s.live(t, X) | s.live(t, O);
    for (Cells rest = moves; rest.any();) {
      const int cell = rest.pop();
      const Cells worse = t.on_all(live & t.through[cell], moves - Cells::one(cell));
      moves -= worse;
      rest -= worse;
    }
    return moves;
  }

  // Safe cells first: those on few lines with few stones, above all on few lines of the defender of this query. The
  // weights were measured: docs/experiments/alpha-beta.md.
  void score_moves(const State& s, int beta, MoveList& list) const {
    Base::score_lines(s, defender(s, beta), 4, list, [](int stones) { return -(256 << std::min(2 * stones, 12)); });
  }

 private:
  static int defender(const State& s, int beta) { return beta >= 1 ? s.to_move ^ 1 : s.to_move; }

  Avoidance<Shape> avoidance_;
};

}  // namespace kinrow
