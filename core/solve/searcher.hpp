// Searcher: alpha-beta with a null window over a game's facts: is this position worth at least beta?
//
// One question is boolean, the answer is a bound: a value >= beta is a lower bound, a value below it an upper one, and
// both go into the table. Every objective is a sequence of such questions (solver.hpp). Turns of several stones are
// plies of the same side; where the stones of a turn commute, a first stone that has been tried with every partner is
// excluded from the later partners of the same turn. A position in the middle of a turn is still stored as itself:
// when its search with exclusions stays below beta, so did every turn with an excluded stone, at the turn's beginning.
// Storing those (probing them with exclusions too) took the empty jing4 board from 9.2 M nodes to 5.9 M, and two
// threads on it from 1.5 times to 1.25 times the nodes of one.
#pragma once
#include <cstdint>

#include "game/moves.hpp"
#include "solve/facts.hpp"
#include "solve/keys.hpp"
#include "solve/table.hpp"
#include "system/shared.hpp"

namespace kinrow {

template <class Game>
class Searcher {
 public:
  using State = typename Game::State;
  using Cells = typename Game::Cells;

  Searcher(Game& game, const Keys<Game::words>& keys, Table& table, Shared& shared, UnderWay& under_way, bool alone)
      : game_(game), keys_(keys), table_(table), shared_(shared), under_way_(under_way), alone_(alone) {}

  // Searches until answered, stopped, or `budget` nodes are spent; `stopped()` tells whether the result counts.
  int ask(const State& s, int beta, std::uint64_t budget) {
    budget_ = budget;
    nodes_ = reported_ = unpolled_ = 0;
    deepest_ = 0;
    stopped_ = shared_.stop;
    const int value = visit(s, beta, Cells{}, 0);
    shared_.nodes += nodes_ - reported_;
    return value;
  }
  bool stopped() const { return stopped_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Place {  // a node's place in the table
    Key key;
    int turn = 0;
  };

  int visit(const State& s, int beta, const Cells& excluded, int depth) {
    if (s.over()) return game_.final_value(s);
    deepest_ = std::max(deepest_, depth);
    if (count_and_poll()) return 0;
    Facts<Cells> f = game_.look(s, beta);
    if (f.lower >= beta) return f.lower;
    if (f.upper < beta) return f.upper;
    const std::uint64_t before = nodes_;
    Place at;
    int hint = -1;
    at.key = game_.key(s, keys_, at.turn);
    if (known(s, at, f, hint)) {
      if (f.lower >= beta) return f.lower;
      if (f.upper < beta) return f.upper;
    }
    game_.prove(s, beta, f);
    game_.narrow(s, beta, f);
    if (f.lower >= beta || f.upper < beta) {
      remember(s, at, f, -1, before);
      return f.lower >= beta ? f.lower : f.upper;
    }
    if (f.skipped >= beta) {  // what was left out might do: among lost moves, too, one loses latest
      f.moves = game_.empty(s);
      f.skipped = -infinite;
    }
    MoveList list;
    collect(s, beta, f, excluded, hint, list);
    return try_moves(s, beta, excluded, depth, f, at, list, before);
  }

  // Looks up about every millisecond: nodes of large games count for many.
  bool count_and_poll() {
    ++nodes_;
    unpolled_ += Game::node_cost;
    if (unpolled_ >= 1024) {
      unpolled_ = 0;
      shared_.nodes += nodes_ - reported_;
      reported_ = nodes_;
      if (deepest_ > shared_.depth) shared_.depth = deepest_;
      stopped_ = stopped_ || shared_.stop.load(std::memory_order_relaxed) ||
                 shared_.answered.load(std::memory_order_relaxed) || nodes_ > budget_;
    }
    return stopped_;
  }

  bool known(const State& s, const Place& at, Facts<Cells>& f, int& hint) const {
    Entry e{};
    if (!table_.probe(at.key, s.left, s.empties, e)) return false;
    f.lower = std::max(f.lower, e.lower);
    f.upper = std::min(f.upper, e.upper);
    hint = keys_.backward(at.turn, e.move);
    return true;
  }
  void remember(const State& s, const Place& at, const Facts<Cells>& f, int move, std::uint64_t before) {
    if (stopped_) return;
    const int work = 64 - std::countl_zero(nodes_ - before);
    table_.store(at.key, {f.lower, f.upper, keys_.forward(at.turn, move), s.left, s.empties, work});
  }

  void collect(const State& s, int beta, const Facts<Cells>& f, const Cells& excluded, int hint, MoveList& list) {
    list.add_all(game_.worth_trying(s, f.moves - excluded));
    if (list.size < 2) return;
    game_.weigh(s, beta, list);
    for (int i = 0; i < list.size; ++i) {
      list.at[i].score += history_[s.empties][list.at[i].cell];
      if (list.at[i].cell == hint) list.at[i].score = 1 << 30;
    }
  }

  int try_moves(const State& s, int beta, Cells excluded, int depth, Facts<Cells>& f, const Place& at, MoveList& list,
                std::uint64_t before) {
    int value = f.skipped, deferred[400], waiting = 0;
    const bool partial = excluded.any();
    const bool share = !alone_ && s.empties > share_above;
    for (int i = 0; i < list.size + waiting; ++i) {
      const bool late = i >= list.size;
      const int cell = late ? deferred[i - list.size] : list.best_from(i);
      if (share && i > 0 && settled_elsewhere(s, at, beta, f)) return f.lower >= beta ? f.lower : f.upper;
      const std::uint64_t name = share ? name_of(at.key, at.turn, cell) : 0;
      if (share && !late && i > 0 && under_way_.busy(name)) {
        deferred[waiting++] = cell;
        continue;
      }
      if (depth == 0) {
        shared_.move = i + 1 - waiting;
        shared_.moves = list.size;
      }
      if (share) under_way_.enter(name);
      const int v = descend(s, beta, excluded, depth, cell);
      if (share) under_way_.leave(name);
      if (stopped_) return 0;
      value = std::max(value, v);
      if (value >= beta) {
        credit(s, list, i, cell);
        f.lower = std::max(f.lower, value);
        remember(s, at, f, cell, before);
        return f.lower;
      }
    }
    // Turns with an excluded stone were tried at the turn's beginning and stayed below beta: so does the position.
    if (partial) value = std::max(value, beta - 1);
    f.upper = std::min(f.upper, value);
    remember(s, at, f, -1, before);
    return f.upper;
  }
  // The move that cut gains, those tried before it lose; both decay, so that what held elsewhere fades. Kept by the
  // number of empty cells: the same stone is good at one depth and idle at another. Measured on jing4 with 4 turns
  // played: 132,800 nodes with one table for each side, 82,000 by depth, 76,700 with losses and decay.
  void credit(const State& s, const MoveList& list, int i, int cell) {
    int* h = history_[s.empties];
    h[cell] += 64 - h[cell] / 64;
    for (int j = 0; j < i && j < list.size; ++j) h[list.at[j].cell] -= 8 + h[list.at[j].cell] / 64;
  }
  // Has another thread answered this node in the meantime?
  bool settled_elsewhere(const State& s, const Place& at, int beta, Facts<Cells>& f) const {
    int hint;
    return known(s, at, f, hint) && (f.lower >= beta || f.upper < beta);
  }
  int descend(const State& s, int beta, Cells& excluded, int depth, int cell) {
    State child = s;
    game_.play(child, cell);
    if (child.to_move != s.to_move) return -visit(child, 1 - beta, Cells{}, depth + 1);
    const int v = visit(child, beta, excluded, depth + 1);
    if (Game::stones_commute) excluded.set(cell);
    return v;
  }
  static std::uint64_t name_of(const Key& key, int turn, int cell) {
    return hash_of(key, static_cast<std::uint64_t>(turn * 512 + cell)) | 1;  // 0 marks an empty slot
  }

  static constexpr int share_above = 13;  // empty cells; smaller subtrees are not worth the bookkeeping

  Game& game_;
  const Keys<Game::words>& keys_;
  Table& table_;
  Shared& shared_;
  UnderWay& under_way_;
  const bool alone_;
  std::uint64_t budget_ = 0, nodes_ = 0, reported_ = 0, unpolled_ = 0;
  int deepest_ = 0;
  bool stopped_ = false;
  int history_[401][400] = {};
};

}  // namespace kinrow
