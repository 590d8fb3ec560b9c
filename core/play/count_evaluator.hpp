// CountEvaluator: scores and moves by the stones counted on each line, for games in which lines are counted, and
// for misère games.
#pragma once
#include <algorithm>
#include <optional>

#include "play/count_board.hpp"
#include "play/engine.hpp"
#include "play/fixed_widths.hpp"
#include "system/time_control.hpp"
#include "threat/threat_cache.hpp"

namespace kinrow {

class CountEvaluator : public FixedWidths {
 public:
  struct Tables {
    Tables(const Game& g, const EngineWeights&) : game(g) {}
    const Game& game;
  };
  CountEvaluator(const Tables& tables, const Board& board, TimeControl&, ThreatCache&) : b_(tables.game, board) {}
  CountBoard& board() { return b_; }

  std::optional<int> immediate_score(int ply) const {
    if (!b_.over()) return std::nullopt;
    const int winner = b_.winner();
    if (winner < 0) return 0;
    return winner == b_.to_move() ? sure_win - ply : -(sure_win - ply);
  }
  static int most_moves(int) { return most_cells; }
  static std::optional<int> quiet_score(int, int) { return std::nullopt; }
  static int reduction(int i, int) { return i >= first_reduced; }
  bool must_answer() const { return false; }
  std::optional<int> forced_win(int, int) const { return std::nullopt; }
  int evaluate(int, int, int) const { return std::clamp(b_.balance(), -largest_estimate, largest_estimate); }
  void generate(MoveList& list, int depth) const {
    const bool all = considers_all(b_);
    for (int c = 0; c < b_.cells(); ++c)
      if (b_.is_empty(c) && (all || b_.near(c))) list.add(c);
    for (int i = 0; i < list.size; ++i) list.at[i].score = b_.promise(list.at[i].cell);
    keep_best(list, b_.empties(), depth, widths);
  }

 private:
  // Moves tried, and the first one that is tried less deep. Set by hand, and by matches: docs/experiments/engine.md.
  static constexpr Widths widths{60, 20, 14};
  static constexpr int first_reduced = 8;

  CountBoard b_;
};

}  // namespace kinrow
