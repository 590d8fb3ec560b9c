// AttackSymmetry: which moves of a position with few stones are the same to a symmetry.
#pragma once
#include <vector>

#include "board/transform.hpp"
#include "solve/line_state.hpp"
#include "solve/moves.hpp"

namespace kinrow {

template <class Shape>
class AttackSymmetry {
 public:
  using Cells = typename Shape::Cells;
  using State = LineState<Shape>;
  using Turns = Transform<static_cast<int>(sizeof(Cells) / 8)>;

  explicit AttackSymmetry(const LineTables<Shape>& t) : t_(t), turns_(board_symmetries(t.rules.rows, t.rules.cols)) {}

  const Turns& turns() const { return turns_; }

  State turned(int turn, State s) const {
    for (int side : {X, O}) s.stones[side] = turns_.apply(turn, s.stones[side]);
    return s;
  }
  // The symmetries of a position with few stones; with more there is hardly one.
  std::vector<int> turns_of(const State& s) const {
    std::vector<int> turns;
    for (int turn = 1; turn < turns_.size() && t_.rules.size() - s.empties <= 6; ++turn)
      if (turns_.apply(turn, s.stones[X]) == s.stones[X] && turns_.apply(turn, s.stones[O]) == s.stones[O])
        turns.push_back(turn);
    return turns;
  }
  // The best of these moves, in order, and of those that are alike the first.
  MoveList distinct(const State& s, MoveList list, int most) const {
    const auto turns = turns_of(s);
    Cells seen;
    int kept = 0;
    for (int i = 0; i < list.size && kept < most; ++i) {
      const int cell = list.best_from(i);
      if (seen.test(cell)) continue;
      list.at[kept++] = list.at[i];
      for (const int turn : turns) seen.set(turns_.image(turn, cell));
    }
    list.size = kept;
    return list;
  }

 private:
  const LineTables<Shape>& t_;
  Turns turns_;
};

}  // namespace kinrow
