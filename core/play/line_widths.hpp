// LineWidths: how many moves a search by lines tries and how deep, and how many stones its searches for wins by threats
// may try.
//
// The constants were tuned together by SPSA in games of Connect6 (docs/experiments/tune.py; what it gave is in
// engine.md there), unless the comment says something else.
#pragma once
#include "play/fixed_widths.hpp"
#include "play/reductions.hpp"

namespace kinrow {

struct LineWidths : FixedWidths {
  static int reduction(int i, int depth) { return plies_less(i, depth); }
  static int most_moves(int depth) {
    return depth <= last_left_out ? static_cast<int>(fewest_moves + moves_per_ply * depth) : most_cells;
  }

 protected:
  // Stones that one search for wins by threats may try: in the tree, just above the leaves, at a leaf, and at the root.
  static constexpr int inner_budget = 50, shallow_budget = 5, leaf_budget = 12;
  static constexpr int root_budget = 60'000, budget_growth = 4;  // from one search at the root to the next; set by hand
  static constexpr int root_width = 60, inner_width = 17, shallow_width = 10;  // moves tried; at the root set by hand
  static constexpr double base = -0.1, divisor = 2.7;                          // of the reductions
  // The moves from which on a reduction is one ply at least, and two from this depth on.
  static constexpr int late = 7, very_late = 25, least_twice = 4;
  static constexpr Reductions plies_less{{base, divisor, late, very_late, least_twice}};
  static constexpr double fewest_moves = 6, moves_per_ply = 4;  // tried near the leaves
  // The largest depths at which late moves are left out, and at which quiet positions are cut.
  static constexpr int last_left_out = 2, deepest_quiet = 3;
  static constexpr int quiet_margin = 46;                        // what a ply may change of a quiet value
  static constexpr double own_share = 2.75, other_share = 1.85;  // of what lines promise to a move
  static constexpr int worth_of_stone_left = 75;                 // in the value of a position
};

}  // namespace kinrow
