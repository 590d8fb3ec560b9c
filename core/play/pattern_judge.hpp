// PatternJudge: verdicts, moves and values by shapes, for games of single stones.
#pragma once
#include <optional>

#include "play/brain.hpp"
#include "threat/vct.hpp"

namespace kinrow {

class PatternJudge {
 public:
  using Tables = PatternTables;
  PatternJudge(const Tables& tables, const Board& board, TimeControl& time) : b_(tables, board), threats_(b_, time) {}
  PatternBoard& board() { return b_; }
  Vct& threats() { return threats_; }

  std::optional<int> verdict(int ply) const {
    const int me = b_.to_move(), he = me ^ 1;
    if (b_.won()) return -(sure_win - ply);
    if (b_.empties() == 0) return 0;
    if (b_.count(me, completes_line) > 0) return sure_win - ply - 1;
    if (b_.count(he, completes_line) > 1) return -(sure_win - ply - 2);
    if (b_.count(he, completes_line) == 0 && b_.count(me, makes_win) > 0) return sure_win - ply - 3;
    return std::nullopt;
  }
  bool must_answer() const { return b_.count(b_.to_move() ^ 1, completes_line) > 0; }
  std::optional<int> threat(int ply, int depth) {
    if (threats_.by_fours(depth > 2 ? 200 : 60) < 0) return std::nullopt;
    return sure_win - ply - 5;
  }
  int leaf(int ply) {
    if (threats_.by_fours(100) >= 0) return sure_win - ply - 5;
    return b_.balance() + tempo;
  }
  void moves(MoveList& list, int depth) const {
    const int he = b_.to_move() ^ 1;
    for (const int side : {he ^ 1, he})
      if (b_.count(side, completes_line) > 0) return list.add(b_.first(side, completes_line));
    if (b_.count(he, makes_win) > 0) {
      b_.parries(list);
    } else {
      for (int c = 0; c < b_.cells(); ++c)
        if (b_.is_empty(c) && (b_.near(c) || b_.plies() == 0)) list.add(c);
    }
    for (int i = 0; i < list.size; ++i) list.at[i].score = b_.promise(list.at[i].cell) * 4;
    keep(list, depth > 60 ? 60 : depth > 3 ? 24 : 16);
  }
  // 162 games at 100 ms a move: +70 Elo over one ply for all from the ninth.
  static int late(int i, int depth) { return (i >= 3) + (i >= 10 && depth >= 4); }

 private:
  static void keep(MoveList& list, int most) {
    if (list.size <= most) return;
    for (int i = 0; i < most; ++i) list.best_from(i);
    list.size = most;
  }
  static constexpr int tempo = 30;

  PatternBoard b_;
  Vct threats_;
};

}  // namespace kinrow
