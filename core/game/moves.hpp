// MoveList: the moves of one node with their scores, sorted only as far as they are used.
#pragma once
#include <cassert>
#include <utility>

#include "board/bits.hpp"
#include "game/rules.hpp"

namespace kinrow {

using BoardCells = Bits<(most_cells + 63) / 64>;  // of any board

// The score of a move that comes before all others, such as the table's.
constexpr int first_of_all = 1 << 30;

struct MoveList {
  struct Move {
    int score;
    int cell;
  };
  int size = 0;
  Move at[most_cells];

  const Move* begin() const { return at; }
  const Move* end() const { return at + size; }
  void add(int cell) {
    assert(size < most_cells);
    at[size++] = {0, cell};
  }
  template <class Cells>
  void add_all(const Cells& cells) {
    cells.each([&](int cell) { add(cell); });
  }
  // One step of a selection sort: the best of the moves from `i` on goes to place `i`. Most nodes are cut after a move
  // or two, so sorting all moves would be wasted work.
  int best_from(int i) {
    assert(0 <= i && i < size);
    int best = i;
    for (int j = i + 1; j < size; ++j)
      if (at[j].score > at[best].score) best = j;
    std::swap(at[i], at[best]);
    return at[i].cell;
  }
  // Keeps only the best `most` moves.
  void keep_best(int most) {
    if (size <= most) return;
    for (int i = 0; i < most; ++i) best_from(i);
    size = most;
  }
};

// Drops all idle moves but the first, because they are equivalent.
template <class Cells, class Idle>
Cells without_idle_copies(Cells moves, const Idle& idle) {
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
