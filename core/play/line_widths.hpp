// LineWidths: how many moves a search by lines tries, how deep, and how many stones its searches for threats may try.
#pragma once
#include "play/engine.hpp"
#include "play/reductions.hpp"

namespace kinrow {

struct LineWidths {
  static int reduction(int i, int depth) { return plies_less(i, depth); }
  static int most_moves(int depth) {
    return depth <= last_left_out ? static_cast<int>(fewest_moves + moves_per_ply * depth) : most_cells;
  }

  // Stones that one search for wins by threats may try: in the tree, just above the leaves, at a leaf, and at the root.
  static constexpr int inner_budget = 60, shallow_budget = 20, leaf_budget = 10, root_budget = 60000;
  static constexpr int root_width = 60, inner_width = 20, shallow_width = 14;  // moves tried
  static constexpr int shallow = 2;  // the largest depth with the smaller budget and the fewest moves
  static constexpr double base = 0, divisor = 2.5;  // of the reductions
  static constexpr int late = 8, very_late = 30, least_twice = 4;
  static constexpr Reductions plies_less{{base, divisor, late, very_late, least_twice}};
  static constexpr double fewest_moves = 20, moves_per_ply = 10;  // tried near the leaves
  static constexpr int last_left_out = 2, deepest_quiet = 2, quiet_margin = 60;
  static constexpr double own_share = 3, other_share = 2;  // of what lines promise to a move
  static constexpr int worth_of_stone_left = 50;
  static constexpr double worth_growth = 4, promise_growth = 3;
};

}  // namespace kinrow
