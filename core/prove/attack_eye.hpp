// AttackEye: what an attack sees in a position without a search: how likely a win is, which moves are worth a try
// first, which are the same to a symmetry.
#pragma once
#include <vector>

#include "board/transform.hpp"
#include "solve/line_state.hpp"
#include "solve/moves.hpp"

namespace kinrow {

template <class Shape>
class AttackEye {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;
  using Turns = Transform<static_cast<int>(sizeof(Cells) / 8)>;

  explicit AttackEye(const LineTables<Shape>& t) : t_(t), turns_(board_symmetries(t.rules.rows, t.rules.cols)) {}

  const Turns& turns() const { return turns_; }

  // The logarithm of the odds that P will be seen to win with so many orders to go, from the lines that lack few
  // stones: a logistic fit to 580 k positions of (15,15,5) that were settled or not.
  double likely(const State& s, int p, int orders) const {
    const auto lacking = [&](int side, int n) { return static_cast<double>(s.with(t_, side, t_.rules.k - n).count()); };
    const int q = p ^ 1;
    return 0.05 * lacking(p, 4) + 0.3 * lacking(p, 3) + 0.73 * lacking(p, 2) - 0.07 * lacking(q, 3) -
           0.76 * lacking(q, 2) - 0.12 * (t_.rules.size() - s.empties) - 3.7 - (orders <= 2 ? 0.63 : 0);
  }

  // Lines through each cell, four times as much for each stone that they hold, and half as much for Q's.
  MoveList list_of(const State& s, int p, Cells moves) const {
    MoveList list;
    while (moves.any()) list.add(moves.pop());
    for (int n = 0; n < t_.rules.k; ++n) {
      const Lines mine = s.with(t_, p, n), theirs = s.with(t_, p ^ 1, n);
      for (int i = 0; i < list.size; ++i) {
        const Lines& through = t_.through[list.at[i].cell];
        list.at[i].score += (2 * (mine & through).count() + (theirs & through).count()) << (2 * n);
      }
    }
    return list;
  }

  // The symmetries of a position with few stones; with more there is hardly one.
  std::vector<int> turns_of(const State& s) const {
    std::vector<int> turns;
    for (int turn = 1; turn < turns_.size() && t_.rules.size() - s.empties <= 6; ++turn)
      if (turns_.apply(turn, s.stones[X]) == s.stones[X] && turns_.apply(turn, s.stones[O]) == s.stones[O])
        turns.push_back(turn);
    return turns;
  }
  // Whether one of these takes a cell to one that was there before.
  bool alike(int cell, const std::vector<int>& turns, Cells& seen) const {
    if (seen.test(cell)) return true;
    for (const int turn : turns) seen.set(turns_.image(turn, cell));
    return false;
  }

 private:
  const LineTables<Shape>& t_;
  Turns turns_;
};

}  // namespace kinrow
