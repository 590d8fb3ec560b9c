// Forced: a win by nothing but moves that threaten to complete a line, each answered by the only defence, as a list of
// moves (Allis 1994). Single-stone turns only. As solve/threats.hpp, but what was found can be told.
#pragma once
#include <vector>

#include "solve/line_state.hpp"

namespace kinrow {

template <class Shape>
class Forced {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;

  Forced(const LineTables<Shape>& t, int budget) : t_(t), budget_(budget) {}

  // P's moves until he has two cells that complete a line; none if no such sequence was found. P is to move, neither
  // side can complete a line at once, except that P may have to meet one threat.
  std::vector<int> moves(const State& s) {
    steps_ = 0;
    moves_.clear();
    if (t_.rules.k < 2 || !attack(s)) moves_.clear();
    return moves_;
  }

 private:
  bool attack(const State& s) {
    const int me = s.to_move;
    const Cells parry = s.completing(t_, me ^ 1);
    if (parry.count() > 1) return false;
    Cells gap = s.gaps(t_, s.with(t_, me, t_.rules.k - 2));
    if (parry.any()) gap &= parry;
    while (gap.any() && steps_ <= budget_)
      if (follow(s, gap.pop())) return true;
    return false;
  }
  bool follow(const State& s, int mine) {
    if (++steps_ > budget_) return false;
    State next = s;
    next.play(t_, mine);
    const Cells wins = next.completing(t_, s.to_move);
    if (wins.none() || next.over()) return false;
    moves_.push_back(mine);
    if (wins.count() >= 2) return true;
    next.play(t_, wins.lowest());
    if (next.over() || !attack(next)) {
      moves_.pop_back();
      return false;
    }
    return true;
  }

  const LineTables<Shape>& t_;
  int budget_, steps_ = 0;
  std::vector<int> moves_;
};

}  // namespace kinrow
