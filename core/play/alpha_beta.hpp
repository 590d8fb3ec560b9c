// AlphaBeta: principal variation search over the moves and scores of an evaluator, by iterative deepening.
//
// The evaluator owns the board. The plies of one turn keep the side to move.
#pragma once
#include <algorithm>
#include <concepts>
#include <optional>
#include <vector>

#include "game/moves.hpp"
#include "play/engine.hpp"
#include "play/search_cache.hpp"
#include "system/time_control.hpp"

namespace kinrow {

template <class E>
concept AlphaBetaEvaluator = requires(E evaluator, MoveList& list, int ply, int depth, int move, int alpha, int beta) {
  evaluator.board().play(move);
  evaluator.board().undo(move);
  { evaluator.board().key() } -> std::same_as<std::uint64_t>;
  // The score of a position that needs no search.
  { evaluator.immediate_score(ply) } -> std::same_as<std::optional<int>>;
  // Lists the moves worth trying. If they answer a threat, their plies cost no depth.
  evaluator.generate(list, depth);
  { evaluator.must_answer() } -> std::same_as<bool>;
  // The score of a win by threats.
  { evaluator.forced_win(ply, depth) } -> std::same_as<std::optional<int>>;
  // A score that the side to move will hardly fall below if nothing threatens it (reverse futility pruning).
  { evaluator.quiet_score(depth, beta) } -> std::same_as<std::optional<int>>;
  // The score of a leaf, which need not be exact beyond beta.
  { evaluator.evaluate(ply, alpha, beta) } -> std::same_as<int>;
  // How many plies less deep a late move is tried first (late move reductions), and how many moves are tried at all
  // unless all lose (late move pruning).
  { E::reduction(move, depth) } -> std::convertible_to<int>;
  { E::most_moves(depth) } -> std::same_as<int>;
};

template <AlphaBetaEvaluator Evaluator>
class AlphaBeta {
 public:
  AlphaBeta(Evaluator& evaluator, SearchCache& cache, TimeControl& time)
      : evaluator_(evaluator), cache_(cache), time_(time), history_(2 * evaluator.board().cells()) {}

  // One iteration over these root moves, best first; sorts them by what it found. False if it was cut short; then only
  // the moves before the cut are in order. From some depth on it first expects about the score of the last iteration
  // (aspiration windows).
  bool iterate(std::vector<MoveList::Move>& roots, int depth) {
    root_depth_ = depth;
    const int expected = roots[0].score;
    const bool narrow = depth >= least_narrow && std::abs(expected) < far_win;
    int low = narrow ? expected - half_window : -sure_win, high = narrow ? expected + half_window : sure_win;
    while (search_roots(roots, depth, low, high)) {
      const int found = roots[0].score;
      if (found <= low && low > -sure_win)
        low = -sure_win;
      else if (found >= high && high < sure_win)
        high = sure_win;
      else
        return true;
    }
    return false;
  }
  std::vector<int> principal_variation(int first, int most) {  // from the cache
    std::vector<int> cells = {first};
    auto& b = evaluator_.board();
    b.play(first);
    while (!b.over() && static_cast<int>(cells.size()) < most) {
      const CachedScore r = cache_.probe(b.key());
      if (r.kind == BoundKind::none || r.cell < 0 || !b.is_empty(r.cell)) break;
      b.play(r.cell);
      cells.push_back(r.cell);
    }
    for (auto cell = cells.rbegin(); cell != cells.rend(); ++cell) b.undo(*cell);
    return cells;
  }

 private:
  bool search_roots(std::vector<MoveList::Move>& roots, int depth, int alpha, int beta) {
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const int score = descend(roots[i].cell, depth - 1, alpha, beta, 0, i > 0);
      if (time_.over()) return false;
      const bool best = i == 0 || score > alpha;
      roots[i].score = best ? score : -sure_win;
      if (!best) continue;
      std::rotate(roots.begin(), roots.begin() + static_cast<std::ptrdiff_t>(i),
                  roots.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      alpha = std::max(alpha, score);
      if (alpha >= beta) break;
    }
    return true;
  }
  int descend(int cell, int depth, int alpha, int beta, int ply, bool scout) {
    auto& b = evaluator_.board();
    const int mover = b.to_move();
    if constexpr (requires { b.key_after(cell); }) cache_.prefetch(b.key_after(cell));
    b.play(cell);
    time_.spend();
    const bool same = b.to_move() == mover;
    const auto search = [&](int low, int high) {
      return same ? visit(depth, low, high, ply + 1) : -visit(depth, -high, -low, ply + 1);
    };
    int score = search(alpha, scout ? alpha + 1 : beta);
    if (scout && score > alpha && score < beta) score = search(alpha, beta);
    b.undo(cell);
    return score;
  }

  int visit(int depth, int alpha, int beta, int ply) {
    if (time_.over()) return 0;
    auto& b = evaluator_.board();
    if (const std::optional<int> known = evaluator_.immediate_score(ply)) return *known;
    const CachedScore seen = cache_.probe(b.key());
    if (seen.kind != BoundKind::none && seen.depth >= depth) {
      const int score = from_cache(seen.score, ply);
      if (seen.kind == BoundKind::exact || (seen.kind == BoundKind::lower && score >= beta) ||
          (seen.kind == BoundKind::upper && score <= alpha))
        return score;
    }
    MoveList list;
    const bool forced = evaluator_.must_answer(), extend = forced && ply <= deepest_extension();
    if (depth <= 0 && !extend) return leaf(seen, alpha, beta, ply);
    if (depth > 0 && !forced && beta - alpha == 1 && std::abs(beta) < far_win)
      if (const std::optional<int> quiet = evaluator_.quiet_score(depth, beta); quiet && *quiet >= beta) return *quiet;
    // Without a move from the cache to begin with, a shallower search finds one first (internal iterative reduction).
    if (!forced && depth >= least_reduced && seen.cell < 0) --depth;
    if (depth > 0)
      if (const std::optional<int> won = evaluator_.forced_win(ply, depth)) return *won;
    evaluator_.generate(list, depth);
    if (list.size == 0) return evaluator_.evaluate(ply, alpha, beta);
    return try_moves(list, extend ? depth : depth - 1, depth, alpha, beta, ply, seen.cell);
  }
  // The cache has leaves, too: the search for fours and the network cost more than a look-up.
  int leaf(const CachedScore& seen, int alpha, int beta, int ply) {
    const int score = evaluator_.evaluate(ply, alpha, beta);
    if (seen.kind == BoundKind::none && !time_.over())
      remember(evaluator_.board().key(), {alpha, beta}, score, ply, 0, -1);
    return score;
  }
  struct Window {
    int alpha, beta;
  };
  void remember(std::uint64_t key, Window window, int score, int ply, int depth, int cell) {
    const BoundKind kind = score >= window.beta   ? BoundKind::lower
                           : score > window.alpha ? BoundKind::exact
                                                  : BoundKind::upper;
    cache_.store(
        key, {to_cache(score, ply), std::clamp(depth, -SearchCache::most_depth, SearchCache::most_depth), cell, kind});
  }
  // Answers to threats cost no depth up to this ply, so that a long exchange of fours ends too.
  int deepest_extension() const { return 2 * root_depth_ + extension_slack; }

  int try_moves(MoveList& list, int next, int depth, int alpha, int beta, int ply, int cached_move) {
    auto& b = evaluator_.board();
    const std::uint64_t key = b.key();
    const int side = b.to_move(), before = alpha;
    for (int i = 0; i < list.size; ++i) {
      list.at[i].score += history_[side * b.cells() + list.at[i].cell];
      if (list.at[i].cell == cached_move) list.at[i].score = first_of_all;
    }
    int best = -sure_win, best_cell = -1;
    for (int i = 0; i < list.size; ++i) {
      const int cell = list.best_from(i);
      if (next < depth && beta - before == 1 && best > -far_win && i >= Evaluator::most_moves(depth)) break;
      const int less = next < depth && depth >= least_late ? Evaluator::reduction(i, depth) : 0;
      int score = descend(cell, next - less, alpha, less != 0 ? alpha + 1 : beta, ply, i > 0);
      if (less != 0 && score > alpha) score = descend(cell, next, alpha, beta, ply, i > 0);
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
    remember(key, {before, beta}, best, ply, depth, best_cell);
    return best;
  }
  // History heuristic: moves that cut are tried earlier elsewhere.
  void credit(int side, int cell, int depth) {
    int& h = history_[side * evaluator_.board().cells() + cell];
    h += std::max(depth, 1) * std::max(depth, 1);
    if (h > most_history)
      for (int& all : history_) all /= 2;
  }
  // The search counts the stones to a win from the root, the cache from the position itself.
  static int to_cache(int score, int ply) {
    return score > far_win ? score + ply : score < -far_win ? score - ply : score;
  }
  static int from_cache(int score, int ply) {
    return score > far_win ? score - ply : score < -far_win ? score + ply : score;
  }

  static constexpr int extension_slack = 8;  // plies; set by hand
  // The least depth of an aspiration window, and how far it reaches to either side.
  static constexpr int least_narrow = 5, half_window = 40;
  static constexpr int least_reduced = 4;   // the least depth of an internal iterative reduction; set by hand
  static constexpr int least_late = 3;      // the least depth at which late moves are reduced; set by hand
  static constexpr int most_history = 550;  // comparable to the promise of a cell; from docs/experiments/tune.py

  Evaluator& evaluator_;
  SearchCache& cache_;
  TimeControl& time_;
  std::vector<int> history_;
  int root_depth_ = 1;
};

}  // namespace kinrow
