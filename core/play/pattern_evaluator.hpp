// PatternEvaluator: scores and moves by the patterns of lines, for games of single stones.
//
// The score is linear in the patterns of the four lines through each empty cell (threat/pattern_board.hpp), as in most
// programs for five in a row; the weights are learned from games (docs/experiments/engine.md).
#pragma once
#include <algorithm>
#include <optional>

#include "play/correction.hpp"
#include "play/engine.hpp"
#include "play/reductions.hpp"
#include "threat/vct.hpp"

namespace kinrow {

class PatternEvaluator {
 public:
  struct Tables {
    Tables(const Game& game, const EngineWeights& weights) : patterns(game, weights.patterns) {
      if (!weights.correction.empty()) correction.emplace(patterns, weights.correction);
    }
    Tables(const Tables&) = delete;
    Tables& operator=(const Tables&) = delete;
    PatternTables patterns;
    std::optional<Correction> correction;
  };
  PatternEvaluator(const Tables& tables, const Board& board, TimeControl& time, ThreatCache& threats)
      : b_(tables.patterns, board), threats_(b_, time, threats) {
    if (tables.correction) correction_.emplace(*tables.correction, board);
  }
  PatternBoard& board() { return b_; }

  std::optional<int> immediate_score(int ply) {
    const int me = b_.to_move(), he = me ^ 1;
    if (b_.won()) return -(sure_win - ply);
    if (b_.over()) return 0;
    if (b_.count(me, completes_line) > 0) return sure_win - ply - 1;
    if (b_.helpless()) return -(sure_win - ply - 2);
    if (b_.count(he, completes_line) == 0 && b_.count(me, makes_win) > 0) return sure_win - ply - 3;
    return std::nullopt;
  }
  static int shortest_win() { return 5; }  // the stones of the shortest win that `immediate_score` does not see
  bool must_answer() const { return b_.count(b_.to_move() ^ 1, completes_line) > 0; }
  std::optional<int> forced_win(int ply, int depth) {
    return win_by_fours(ply, depth > few_stones ? inner_budget : shallow_budget);
  }
  std::optional<int> quiet_score(int depth, int beta) {
    const int he = b_.to_move() ^ 1;
    const int threats = b_.count(he, completes_line) + b_.count(he, makes_win) + b_.count(he, makes_four_three);
    if (depth > deepest_quiet || threats > 0) return std::nullopt;
    const int margin = quiet_margin * depth;
    return estimate(beta + margin - 1, beta + margin) - margin;
  }
  // A leaf that is good enough for the side to move needs no search for fours.
  int evaluate(int ply, int alpha, int beta) {
    const int now = estimate(alpha, beta);
    return now >= beta ? now : win_by_fours(ply, leaf_budget).value_or(now);
  }
  void generate(MoveList& list, int depth) {
    const int me = b_.to_move(), he = me ^ 1;
    if (b_.count(me, completes_line) > 0) return list.add(b_.first(me, completes_line));
    if (b_.count(he, completes_line) > 0) b_.add_parries(list);
    if (list.size > 0) return;
    if (b_.count(he, makes_win) > 0) {
      b_.defenses(list);
    } else {
      for (BoardCells all = b_.plies() == 0 ? BoardCells::first(b_.cells()) : b_.near(); all.any();)
        if (const int cell = all.pop(); b_.is_empty(cell) && !b_.forbidden(cell)) list.add(cell);
    }
    if (b_.special() && list.size == 0) add_all(list);
    for (int i = 0; i < list.size; ++i) list.at[i].score = b_.promise(list.at[i].cell);
    list.keep_best(depth > deepest ? root_width : depth > few_moves ? inner_width : shallow_width);
  }
  static int reduction(int i, int depth) { return plies_less(i, depth); }
  static int most_moves(int depth) {
    return depth <= shallow ? static_cast<int>(fewest_moves + moves_per_ply * depth) : most_cells;
  }

 private:
  void add_all(MoveList& list) const {
    for (int c = 0; c < b_.cells(); ++c)
      if (b_.is_empty(c) && !b_.forbidden(c)) list.add(c);
  }
  // A value far outside the window is not corrected, because that would hardly bring it inside.
  int estimate(int alpha, int beta) {
    int value = b_.balance();
    const bool open = value > alpha - corrected_within && value < beta + corrected_within;
    if (correction_ && open) value += correction_->value(b_);
    return std::clamp(value, -largest_estimate, largest_estimate);
  }
  std::optional<int> win_by_fours(int ply, int budget) {
    if (threats_.by_fours(budget) < 0) return std::nullopt;
    return sure_win - ply - shortest_win();
  }

  // These constants were set by hand, and then most of them were tuned together by SPSA (docs/experiments/tune.py; what
  // it gave is in engine.md there).
  // Stones that one search for fours may try: in the tree, just above the leaves, and at a leaf.
  static constexpr int inner_budget = 280, shallow_budget = 45, leaf_budget = 130;
  static constexpr int root_width = 60, inner_width = 24, shallow_width = 20;  // moves tried
  static constexpr int few_stones = 2, few_moves = 3;  // the largest depths with the smaller budget, the fewest moves
  static constexpr double base = 0.42, divisor = 1.5;  // of the reductions
  // The moves from which on a reduction is one ply at least, and two from this depth on.
  static constexpr int late = 4, very_late = 10, least_twice = 4;
  static constexpr Reductions plies_less{{base, divisor, late, very_late, least_twice}};
  static constexpr double fewest_moves = 3, moves_per_ply = 2.5;  // tried near the leaves
  // The largest depths at which late moves are left out, and at which quiet positions are cut.
  static constexpr int shallow = 4, deepest_quiet = 8;
  static constexpr int quiet_margin = 24;       // what a ply may change of a quiet value
  static constexpr int corrected_within = 120;  // of the window; set by hand

  PatternBoard b_;
  std::optional<CorrectionBoard> correction_;
  Vct threats_;
};

}  // namespace kinrow
