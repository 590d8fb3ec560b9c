// PatternEvaluator: scores and moves by the patterns of lines, for games of single stones.
#pragma once
#include <algorithm>
#include <optional>

#include "play/engine.hpp"
#include "threat/vct.hpp"

namespace kinrow {

class PatternEvaluator {
 public:
  using Tables = PatternTables;
  static Tables tables(const Game& game, const PatternWeights& weights) { return Tables(game, weights); }
  PatternEvaluator(const Tables& tables, const Board& board, TimeControl& time, ThreatCache& threats)
      : b_(tables, board), threats_(b_, time, threats) {}
  PatternBoard& board() { return b_; }

  std::optional<int> immediate_score(int ply) const {
    const int me = b_.to_move(), he = me ^ 1;
    if (b_.won()) return -(sure_win - ply);
    if (b_.empties() == 0) return 0;
    if (b_.count(me, completes_line) > 0) return sure_win - ply - 1;
    if (b_.count(he, completes_line) > 1) return -(sure_win - ply - 2);
    if (b_.count(he, completes_line) == 0 && b_.count(me, makes_win) > 0) return sure_win - ply - 3;
    return std::nullopt;
  }
  bool must_answer() const { return b_.count(b_.to_move() ^ 1, completes_line) > 0; }
  std::optional<int> forced_win(int ply, int depth) {
    return win_by_fours(ply, depth > 2 ? inner_budget : shallow_budget);
  }
  int evaluate(int ply) {
    return win_by_fours(ply, leaf_budget).value_or(std::clamp(b_.balance(), -largest_estimate, largest_estimate));
  }
  void generate(MoveList& list, int depth) const {
    const int he = b_.to_move() ^ 1;
    for (const int side : {he ^ 1, he})
      if (b_.count(side, completes_line) > 0) return list.add(b_.first(side, completes_line));
    if (b_.count(he, makes_win) > 0) {
      b_.defenses(list);
    } else {
      for (int c = 0; c < b_.cells(); ++c)
        if (b_.is_empty(c) && (b_.near(c) || b_.plies() == 0)) list.add(c);
    }
    for (int i = 0; i < list.size; ++i) list.at[i].score = b_.promise(list.at[i].cell);
    list.keep_best(depth > 60 ? 60 : depth > 3 ? 24 : 16);
  }
  static int reduction(int i, int depth) { return (i >= 3) + (i >= 10 && depth >= 4); }

 private:
  // The win is scored as if it took five more stones, the shortest that `immediate_score` does not see.
  std::optional<int> win_by_fours(int ply, int budget) {
    if (threats_.by_fours(budget) < 0) return std::nullopt;
    return sure_win - ply - 5;
  }

  // Stones that one search for fours may try: in the tree, just above the leaves, and at a leaf. These, the widths
  // and the reduction were set by hand, and by matches: docs/experiments/engine.md.
  static constexpr int inner_budget = 200, shallow_budget = 60, leaf_budget = 100;
  static constexpr int largest_estimate = far_win - 1000;  // clear of scores that mean a win

  PatternBoard b_;
  Vct threats_;
};

}  // namespace kinrow
