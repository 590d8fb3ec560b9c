// MoveList: the moves of one node with their scores, best first as they are taken.
#pragma once
#include <utility>

#include "game/rules.hpp"

namespace kinrow {

struct MoveList {
  struct Move {
    int score;
    int cell;
  };
  int size = 0;
  Move at[most_cells];

  void add(int cell) { at[size++] = {0, cell}; }
  template <class Cells>
  void add_all(Cells cells) {
    while (cells.any()) add(cells.pop());
  }
  // One step of a selection sort: most nodes are cut after a move or two, so sorting them all would be waste.
  int best_from(int i) {
    int best = i;
    for (int j = i + 1; j < size; ++j)
      if (at[j].score > at[best].score) best = j;
    std::swap(at[i], at[best]);
    return at[i].cell;
  }
  // Leaves only the best so many.
  void keep_best(int most) {
    if (size <= most) return;
    for (int i = 0; i < most; ++i) best_from(i);
    size = most;
  }
};

// The moves; of those that are alike, because they are idle, only the first.
template <class Cells, class Idle>
Cells one_of_the_idle(Cells moves, const Idle& idle) {
  bool seen = false;
  for (Cells rest = moves; rest.any();) {
    const int cell = rest.pop();
    if (!idle(cell)) continue;
    if (seen) moves.reset(cell);
    seen = true;
  }
  return moves;
}

}  // namespace kinrow
