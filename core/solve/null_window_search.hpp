// NullWindowSearch: alpha-beta with a null window: is this position worth at least beta?
//
// The result is a bound: a value >= beta is a lower bound, a value below beta an upper bound, and both go into the
// table. Every aim is a sequence of such searches (game_solver.hpp). The stones of one turn are plies of the same side.
// If the stones of a turn commute, a first stone that has been tried with every partner is excluded from the later
// partners of the same turn. A position in the middle of a turn is still stored as itself: if its search with
// exclusions stays below beta, every turn with an excluded stone has stayed below beta too, when that stone was tried
// first. Figures: docs/experiments/alpha-beta.md.
#pragma once
#include <bit>
#include <cstdint>

#include "game/moves.hpp"
#include "solve/facts.hpp"
#include "solve/keys.hpp"
#include "solve/transposition_table.hpp"
#include "system/search_status.hpp"

namespace kinrow {

template <class G>
class NullWindowSearch {
 public:
  using State = typename G::State;
  using Cells = typename G::Cells;

  NullWindowSearch(G& game, const Keys<G::words>& keys, TranspositionTable& table, SearchStatus& status,
                   ActiveMoves& active_moves, bool alone)
      : game_(game), keys_(keys), table_(table), status_(status), active_moves_(active_moves), alone_(alone) {}

  // Searches until it has the answer, is stopped, or has spent `budget` nodes. If stopped(), the result is meaningless.
  // A small budget may be exceeded by `slack` nodes.
  int search(const State& s, int beta, std::uint64_t budget, std::uint64_t slack = poll_every) {
    budget_ = budget;
    poll_after_ = budget < poll_every ? std::min(budget + slack, poll_every) : poll_every;
    nodes_ = reported_ = unpolled_ = 0;
    deepest_ = 0;
    stopped_ = status_.stop;
    const int value = visit(s, beta, Cells{}, 0);
    status_.nodes += nodes_ - reported_;
    return value;
  }
  bool stopped() const { return stopped_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Canonical {  // the key of a node, and the symmetry that makes it
    Key key;
    int symmetry = 0;
  };

  int visit(const State& s, int beta, const Cells& excluded, int depth) {
    if (s.over()) return game_.final_value(s);
    deepest_ = std::max(deepest_, depth);
    if (count_and_poll()) return 0;
    Facts<Cells> f = game_.facts(s, beta);
    if (f.lower >= beta) return f.lower;
    if (f.upper < beta) return f.upper;
    const std::uint64_t before = nodes_;
    Canonical at;
    int hint = -1;
    at.key = game_.key(s, keys_, at.symmetry);
    if (known(s, at, f, hint)) {
      if (f.lower >= beta) return f.lower;
      if (f.upper < beta) return f.upper;
    }
    game_.leaf_tests(s, beta, f);
    game_.narrow(s, beta, f);
    if (f.lower >= beta || f.upper < beta) {
      remember(s, at, f, -1, before);
      return f.lower >= beta ? f.lower : f.upper;
    }
    if (f.skipped >= beta) {  // a skipped move may reach beta: even among lost moves, one loses last
      f.moves = game_.empty(s);
      f.skipped = -infinite;
    }
    MoveList list;
    collect(s, beta, f, excluded, hint, list);
    return try_moves(s, beta, excluded, depth, f, at, list, before);
  }

  // Polls about every millisecond; nodes of large games count more than once.
  bool count_and_poll() {
    ++nodes_;
    unpolled_ += G::node_cost;
    if (unpolled_ >= poll_after_) {
      unpolled_ = 0;
      status_.nodes += nodes_ - reported_;
      reported_ = nodes_;
      if (deepest_ > status_.depth) status_.depth = deepest_;
      stopped_ = stopped_ || status_.stop.load(std::memory_order_relaxed) ||
                 status_.answered.load(std::memory_order_relaxed) || nodes_ > budget_;
    }
    return stopped_;
  }

  bool known(const State& s, const Canonical& at, Facts<Cells>& f, int& hint) const {
    TableEntry e{};
    if (!table_.probe(at.key, s.left, s.empties, e)) return false;
    f.lower = std::max(f.lower, e.lower);
    f.upper = std::min(f.upper, e.upper);
    hint = keys_.backward(at.symmetry, e.move);
    return true;
  }
  void remember(const State& s, const Canonical& at, const Facts<Cells>& f, int move, std::uint64_t before) {
    if (stopped_) return;
    const int work = 64 - std::countl_zero(nodes_ - before);
    table_.store(at.key, {f.lower, f.upper, keys_.forward(at.symmetry, move), s.left, s.empties, work});
  }

  void collect(const State& s, int beta, const Facts<Cells>& f, const Cells& excluded, int hint, MoveList& list) {
    list.add_all(game_.worth_trying(s, f.moves - excluded));
    if (list.size < 2) return;
    game_.score_moves(s, beta, list);
    for (int i = 0; i < list.size; ++i) {
      list.at[i].score += history_[s.empties][list.at[i].cell];
      if (list.at[i].cell == hint) list.at[i].score = first_of_all;
    }
  }

  int try_moves(const State& s, int beta, Cells excluded, int depth, Facts<Cells>& f, const Canonical& at,
                MoveList& list, std::uint64_t before) {
    int value = f.skipped, deferred[most_cells], waiting = 0;
    const bool partial = excluded.any();
    const bool share = !alone_ && s.empties > share_above;
    for (int i = 0; i < list.size + waiting; ++i) {
      const bool late = i >= list.size;
      const int cell = late ? deferred[i - list.size] : list.best_from(i);
      if (share && i > 0 && settled_elsewhere(s, at, beta, f)) return f.lower >= beta ? f.lower : f.upper;
      const std::uint64_t key = share ? move_key(at.key, at.symmetry, cell) : 0;
      if (share && !late && i > 0 && active_moves_.busy(key)) {
        deferred[waiting++] = cell;
        continue;
      }
      if (depth == 0) {
        status_.move = i + 1 - waiting;
        status_.moves = list.size;
      }
      if (share) active_moves_.enter(key);
      const int v = descend(s, beta, excluded, depth, cell);
      if (share) active_moves_.leave(key);
      if (stopped_) return 0;
      value = std::max(value, v);
      if (value >= beta) {
        credit(s, list, i, cell);
        f.lower = std::max(f.lower, value);
        remember(s, at, f, cell, before);
        return f.lower;
      }
    }
    // The turns with an excluded stone have stayed below beta, so the whole position has.
    if (partial) value = std::max(value, beta - 1);
    f.upper = std::min(f.upper, value);
    remember(s, at, f, -1, before);
    return f.upper;
  }
  // History heuristic: the move that cut gains, the moves tried before it lose, and both decay, so that older results
  // fade. Kept by the number of empty cells, because the same stone may be good at one depth and idle at another.
  // Figures: docs/experiments/alpha-beta.md.
  void credit(const State& s, const MoveList& list, int i, int cell) {
    int* h = history_[s.empties];
    h[cell] += history_gain - h[cell] / history_decay;
    for (int j = 0; j < i && j < list.size; ++j)
      h[list.at[j].cell] -= history_loss + h[list.at[j].cell] / history_decay;
  }
  // Whether another thread has settled this node meanwhile.
  bool settled_elsewhere(const State& s, const Canonical& at, int beta, Facts<Cells>& f) const {
    int hint;
    return known(s, at, f, hint) && (f.lower >= beta || f.upper < beta);
  }
  int descend(const State& s, int beta, Cells& excluded, int depth, int cell) {
    State child = s;
    game_.play(child, cell);
    if (child.to_move != s.to_move) return -visit(child, 1 - beta, Cells{}, depth + 1);
    const int v = visit(child, beta, excluded, depth + 1);
    if (G::stones_commute) excluded.set(cell);
    return v;
  }
  static std::uint64_t move_key(const Key& key, int symmetry, int cell) {
    return hash_of(key, static_cast<std::uint64_t>(symmetry * 512 + cell)) | 1;  // 0 marks an empty slot
  }

  static constexpr int share_above = 13;  // empty cells; smaller subtrees are not worth the bookkeeping
  static constexpr std::uint64_t poll_every = 1024;
  // In the history a move converges to gain x decay = 4096 at most, below the weight of a line's third stone. Measured.
  static constexpr int history_gain = 64, history_loss = 8, history_decay = 64;

  G& game_;
  const Keys<G::words>& keys_;
  TranspositionTable& table_;
  SearchStatus& status_;
  ActiveMoves& active_moves_;
  const bool alone_;
  std::uint64_t budget_ = 0, nodes_ = 0, reported_ = 0, unpolled_ = 0, poll_after_ = poll_every;
  int deepest_ = 0;
  bool stopped_ = false;
  int history_[most_cells + 1][most_cells] = {};
};

}  // namespace kinrow
