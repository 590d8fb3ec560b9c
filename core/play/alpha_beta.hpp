// AlphaBeta: principal variation search over a judge's moves and verdicts, deepened step by step.
//
// A judge owns the board: verdict() says what needs no search, moves() names the moves worth trying and whether they
// answer a threat (such plies cost no depth), late() how much less the later of the quiet ones are worth, leaf()
// values what is left. Plies of one turn keep their side.
#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "game/moves.hpp"
#include "play/brain.hpp"
#include "play/memory.hpp"
#include "system/time_control.hpp"

namespace kinrow {

template <class Judge>
class AlphaBeta {
 public:
  AlphaBeta(Judge& judge, Memory& memory, TimeControl& time)
      : judge_(judge), memory_(memory), time_(time), history_(2 * judge.board().cells()) {}

  // One iteration over these root moves, best first; sorts them by what it found. False if it was cut short, in which
  // case the moves before the cut are in order.
  bool iterate(std::vector<MoveList::Move>& roots, int depth) {
    int alpha = -sure_win;
    root_depth_ = depth;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const int score = descend(roots[i].cell, depth - 1, alpha, sure_win, 0, i > 0);
      if (time_.over()) return false;
      roots[i].score = i == 0 || score > alpha ? score : -sure_win;
      if (i == 0 || score > alpha) {
        alpha = score;
        std::rotate(roots.begin(), roots.begin() + static_cast<std::ptrdiff_t>(i),
                    roots.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
    }
    return true;
  }
  std::vector<int> line(int first, int most) {  // from the memory
    std::vector<int> cells = {first};
    auto& b = judge_.board();
    b.play(first);
    while (!b.over() && static_cast<int>(cells.size()) < most) {
      const Recall r = memory_.recall(b.key());
      if (r.known == Known::nothing || r.cell < 0 || !b.is_empty(r.cell)) break;
      b.play(r.cell);
      cells.push_back(r.cell);
    }
    for (auto cell = cells.rbegin(); cell != cells.rend(); ++cell) b.undo(*cell);
    return cells;
  }

 private:
  int descend(int cell, int depth, int alpha, int beta, int ply, bool probe) {
    auto& b = judge_.board();
    const int mover = b.to_move();
    b.play(cell);
    time_.spend();
    const bool same = b.to_move() == mover && !b.over();
    const auto ask = [&](int low, int high) {
      return same ? visit(depth, low, high, ply + 1) : -visit(depth, -high, -low, ply + 1);
    };
    int score = ask(alpha, probe ? alpha + 1 : beta);
    if (probe && score > alpha && score < beta) score = ask(alpha, beta);
    b.undo(cell);
    return score;
  }

  int visit(int depth, int alpha, int beta, int ply) {
    if (time_.over()) return 0;
    auto& b = judge_.board();
    if (const std::optional<int> known = judge_.verdict(ply)) return *known;
    const Recall seen = memory_.recall(b.key());
    if (seen.known != Known::nothing && seen.depth >= depth) {
      const int score = from_memory(seen.score, ply);
      if (seen.known == Known::exactly || (seen.known == Known::at_least && score >= beta) ||
          (seen.known == Known::at_most && score <= alpha))
        return score;
    }
    MoveList list;
    const bool forced = judge_.must_answer();
    if (depth <= 0 && (!forced || ply > 2 * root_depth_ + 8)) return judge_.leaf(ply);
    if (depth > 0)
      if (const std::optional<int> won = judge_.threat(ply, depth)) return *won;
    judge_.moves(list, depth);
    if (list.size == 0) return judge_.leaf(ply);
    return try_moves(list, forced && ply <= 2 * root_depth_ + 8 ? depth : depth - 1, depth, alpha, beta, ply,
                     seen.known == Known::nothing ? -1 : seen.cell);
  }

  int try_moves(MoveList& list, int next, int depth, int alpha, int beta, int ply, int hint) {
    auto& b = judge_.board();
    const std::uint64_t key = b.key();
    const int side = b.to_move(), before = alpha;
    for (int i = 0; i < list.size; ++i) {
      list.at[i].score += history_[side * b.cells() + list.at[i].cell];
      if (list.at[i].cell == hint) list.at[i].score = 1 << 28;
    }
    int best = -sure_win, best_cell = -1;
    for (int i = 0; i < list.size; ++i) {
      const int cell = list.best_from(i);
      const int late = next < depth && depth >= 3 ? Judge::late(i, depth) : 0;  // then tried with less depth first
      int score = descend(cell, next - late, alpha, beta, ply, i > 0);
      if (late != 0 && score > alpha) score = descend(cell, next, alpha, beta, ply, i > 0);
      if (time_.over()) return 0;
      if (score > best) {
        best = score;
        best_cell = cell;
      }
      alpha = std::max(alpha, best);
      if (alpha >= beta) {
        credit(side, cell, depth);
        break;
      }
    }
    memory_.keep(key, {to_memory(best, ply), std::clamp(depth, -100, 100), best_cell,
                       best >= beta    ? Known::at_least
                       : best > before ? Known::exactly
                                       : Known::at_most});
    return best;
  }
  void credit(int side, int cell, int depth) {
    int& h = history_[side * judge_.board().cells() + cell];
    h += std::max(depth, 1) * std::max(depth, 1);
    if (h > 400)
      for (int& all : history_) all /= 2;
  }
  // Wins are so many stones away from the root; remembered, from the position itself.
  static int to_memory(int score, int ply) {
    return score > far_win ? score + ply : score < -far_win ? score - ply : score;
  }
  static int from_memory(int score, int ply) {
    return score > far_win ? score - ply : score < -far_win ? score + ply : score;
  }

  Judge& judge_;
  Memory& memory_;
  TimeControl& time_;
  std::vector<int> history_;
  int root_depth_ = 1;
};

}  // namespace kinrow
