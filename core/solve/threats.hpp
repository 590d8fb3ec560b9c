// Threat sequences: a win by nothing but moves that threaten to complete a line, each answered by the only defence
// (Allis 1994; the "VCF" of five-in-a-row players). Single-stone turns only.
//
// The attacker takes one of the last two gaps of a line, the defender must take the other. When the defender's stone
// makes a threat of his own, the attacker's next stone must both parry and threaten. Small budget, no memory: it
// sees the ends of games some plies before the main search would.
//
// The same search after a pass gives a zone (null-move relevance zones, Wu and Lin 2010): if the attacker wins when the
// defender passes, a stone of the defender's can only matter on a cell of that play, or on an empty cell of a line
// that at some stage lacks two of his stones (with one more he would threaten). Any other stone loses to the same play.
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
    zone_ = nullptr;
    return attack(s);
  }
  // If the side to move passed: the score of the other side's win, 0 if none was found, and the only cells where a
  // stone of the side to move can interfere. It threatens nothing by itself, nor does the other side.
  int after_pass(const State& s, Cells& zone) {
    if (t_.rules.k < 3) return 0;
    steps_ = 0;
    zone_ = &zone;
    State passed = s;
    passed.to_move ^= 1;
    return attack(passed);
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
    if (wins.none()) return 0;     // exact games: the stone made an overline of its own line
    int score = next.empties - 1;  // one is parried, the other completes: two more stones
    if (wins.count() < 2) {
      State after = next;
      after.play(t_, wins.lowest());
      score = attack(after);
    }
    if (score != 0 && zone_ != nullptr) {
      zone_->set(mine);
      *zone_ |= wins | next.gaps(t_, next.with(t_, next.to_move, t_.rules.k - 2));
    }
    return score;
  }

  const LineTables<Shape>& t_;
  int budget_, steps_ = 0;
  Cells* zone_ = nullptr;
};

}  // namespace kinrow
