// Threat sequences: a win by nothing but moves that threaten to complete a line, each answered by the only defence
// (Allis 1994; the "VCF" of five-in-a-row players). Single-stone turns only.
//
// The attacker takes one of the last two gaps of a line, the defender must take the other. When the defender's stone
// makes a threat of his own, the attacker's next stone must both parry and threaten. Small budget, no memory: it
// sees the ends of games some plies before the main search would.
#pragma once
#include "solve/line_state.hpp"

namespace kinrow {

template <class Shape>
class Threats {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;

  Threats(const LineTables<Shape>& t, int budget) : t_(t), budget_(budget) {}

  // The score of a win for the side to move, who has no line to complete at once; 0 if none was found.
  int win(const State& s) {
    if (t_.rules.k < 2) return 0;
    steps_ = 0;
    return attack(s);
  }

 private:
  int attack(const State& s) {
    const int me = s.to_move;
    const Cells parry = s.completing(t_, me ^ 1);
    if (parry.count() > 1) return 0;
    for (Lines lines = s.with(t_, me, t_.rules.k - 2); lines.any();) {
      Cells gap = t_.cells[lines.pop()] - s.stones[X] - s.stones[O];
      if (parry.any()) gap &= parry;
      while (gap.any()) {
        if (const int score = follow(s, gap.pop())) return score;
        if (steps_ > budget_) return 0;
      }
    }
    return 0;
  }
  int follow(const State& s, int mine) {
    if (++steps_ > budget_) return 0;
    State next = s;
    next.play(t_, mine);
    const Cells wins = next.completing(t_, s.to_move);
    if (wins.count() >= 2) return next.empties - 1;  // one is parried, the other completes: two more stones
    if (wins.none()) return 0;                       // exact games: the stone made an overline of its own line
    next.play(t_, wins.lowest());
    return attack(next);
  }

  const LineTables<Shape>& t_;
  int budget_, steps_ = 0;
};

}  // namespace kinrow
