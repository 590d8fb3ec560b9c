// CountJudge: verdicts, moves and values by counts of lines, for every game.
#pragma once
#include <optional>

#include "play/brain.hpp"
#include "play/count_board.hpp"
#include "system/time_control.hpp"

namespace kinrow {

class CountJudge {
 public:
  using Tables = Game;
  CountJudge(const Game& game, const Board& board, TimeControl&) : b_(game, board) {}
  CountBoard& board() { return b_; }

  std::optional<int> verdict(int ply) const {
    if (b_.over()) {
      const int winner = b_.winner();
      if (winner < 0) return 0;
      return winner == b_.to_move() ? sure_win - ply : -(sure_win - ply);
    }
    const Rules& r = b_.rules();
    if (r.majority || r.misere || r.exact) return std::nullopt;
    const int missing = b_.missing(b_.to_move(), b_.left());
    if (missing <= b_.left()) return sure_win - ply - missing;
    return std::nullopt;
  }
  bool must_answer() const { return false; }
  std::optional<int> threat(int, int) const { return std::nullopt; }
  int leaf(int) const { return std::clamp(b_.balance(), -far_win + 1000, far_win - 1000); }
  void moves(MoveList& list, int depth) const {
    const bool all = b_.plies() == 0 || b_.empties() <= 30;
    for (int c = 0; c < b_.cells(); ++c)
      if (b_.is_empty(c) && (all || b_.near(c))) list.add(c);
    for (int i = 0; i < list.size; ++i) list.at[i].score = b_.promise(list.at[i].cell);
    const int most = b_.empties() <= 30 ? 30 : depth > 60 ? 60 : depth > 2 ? 20 : 14;
    if (list.size <= most) return;
    for (int i = 0; i < most; ++i) list.best_from(i);
    list.size = most;
  }
  static int late(int i, int) { return i >= 8; }

 private:
  CountBoard b_;
};

}  // namespace kinrow
