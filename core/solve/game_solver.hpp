// GameSolver: the Solver of one kind of game. It turns a request into null-window searches, and runs them in stages.
//
// A search first gets few nodes, a small table and one thread. If that is not enough, the table grows and the search is
// repeated with all threads. Its results stay in the table, so little work is repeated, and a short search never pays
// for a large table or for starting threads.
#pragma once
#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>

#include "solve/null_window_search.hpp"
#include "solve/solver.hpp"
#include "system/threads.hpp"

namespace kinrow {

template <class G>
class GameSolver : public Solver {
 public:
  using State = typename G::State;

  GameSolver(const Game& game, std::uint64_t memory, int threads)
      : keys_(G::group(game), game.rules.size()), table_(memory, keys_.wide()), pool_(threads) {
    for (int i = 0; i < threads; ++i) {
      games_.push_back(std::make_unique<G>(game));
      searchers_.push_back(
          std::make_unique<NullWindowSearch<G>>(*games_[i], keys_, table_, status_, active_moves_, threads == 1));
    }
  }
  Bounds value(const Board& board, Aim aim, std::uint64_t limit) override {
    allow(limit);
    const State s = rules().from(board);
    return settle(s, aim, known(s), true);
  }
  // Threads gain nothing from sharing a short search, so here each thread takes its own boards, over one table. Boards
  // that need a larger table wait until all threads have stopped.
  std::vector<Bounds> values(const std::vector<Board>& boards, Aim aim, std::uint64_t limit,
                             const std::vector<Bounds>& given) override {
    std::vector<Bounds> out(boards.size(), widest());
    for (std::size_t i = 0; i < given.size(); ++i) out[i] = widened(given[i], aim);
    std::vector<std::uint64_t> budgets(boards.size(), limit);
    std::vector<std::size_t> todo(boards.size());
    std::iota(todo.begin(), todo.end(), std::size_t{0});
    status_.answered = false;
    status_.boards = 0;
    while (!todo.empty() && !status_.stop) {
      std::atomic<std::size_t> next{0};
      together([&](std::size_t thread) {
        for (std::size_t i; (i = next++) < todo.size() && !status_.stop;)
          settle_one(boards[todo[i]], aim, *searchers_[thread], out[todo[i]], budgets[todo[i]]);
      });
      std::erase_if(todo, [&](std::size_t i) { return settled(out[i], aim) || budgets[i] == 0; });
      if (!todo.empty()) table_.grow(growth, status_.stop);
    }
    return out;
  }
  std::vector<MoveBounds> moves(const Board& board, Aim aim, std::uint64_t limit) override {
    allow(limit);
    std::vector<MoveBounds> out;
    const State s = rules().from(board);
    if (s.over()) return out;
    const Bounds root = settle(s, aim, known(s), true);
    for (auto rest = rules().empty(s); rest.any();) {
      const int cell = rest.pop();
      State child = s;
      rules().play(child, cell);
      const bool turn_ends = child.to_move != s.to_move;
      Bounds b = known(child);
      if (turn_ends)  // no move is worth more than the position
        b.lower = std::max(b.lower, -root.upper);
      else
        b.upper = std::min(b.upper, root.upper);
      if (spare_ > 0) b = settle(child, aim, b, false);
      out.push_back({cell, turn_ends ? flip(b) : b});
    }
    return out;
  }
  std::vector<int> line(const Board& board, Aim aim, Bounds value, std::uint64_t limit) override {
    allow(limit);
    std::vector<int> cells;
    State s = rules().from(board);
    while (!s.over()) {
      const int cell = best(s, aim, value);
      if (cell < 0) break;
      cells.push_back(cell);
      const int mover = s.to_move;
      rules().play(s, cell);
      if (s.to_move != mover) value = flip(value);
    }
    return cells;
  }
  int best_move(const Board& board, int goal) override {
    allow(unlimited);
    return best(rules().from(board), Aim::outcome, {goal, goal});
  }
  std::vector<SavedEntry> saved(std::uint64_t most) const override { return table_.saved(most); }
  void restore(const std::vector<SavedEntry>& entries) override { table_.restore(entries); }
  bool exhausted() const override { return spare_ == 0; }
  std::uint64_t table_bytes() const override { return table_.bytes(); }
  SearchStatus& status() override { return status_; }

 private:
  static Bounds flip(const Bounds& b) { return {-b.upper, -b.lower}; }
  G& rules() { return *games_[0]; }
  Bounds widest() { return {-rules().largest_value(), rules().largest_value()}; }
  void allow(std::uint64_t limit) { spare_ = limit; }
  // Given bounds; those on the outcome say nothing of how large the value is.
  Bounds widened(const Bounds& b, Aim aim) {
    const auto [least, most] = widest();
    if (aim == Aim::exact) return {std::max(b.lower, least), std::min(b.upper, most)};
    return {b.lower < 0 ? least : b.lower, b.upper > 0 ? most : b.upper};
  }

  // The bounds that need no search. After a stop the query is for a value beyond all others, which the facts refute at
  // once: to decide the last turns of a large line-counting game would take too long.
  Bounds known(const State& s) {
    if (s.over()) return {rules().final_value(s), rules().final_value(s)};
    auto f = rules().facts(s, status_.stop ? infinite : 1);
    if (f.lower < 1 && f.upper >= 1) rules().leaf_tests(s, 1, f);
    return {std::max(f.lower, -rules().largest_value()), std::min(f.upper, rules().largest_value())};
  }
  // Narrows the bounds until they are settled or the search is stopped.
  Bounds settle(const State& s, Aim aim, Bounds b, bool root) {
    if (root) status_.bound(b.lower, b.upper);
    narrow(s, aim, b, [&](int beta) {
      const std::optional<int> v = search(s, beta);
      if (root && v) status_.bound(*v >= beta ? *v : b.lower, *v >= beta ? b.upper : *v);
      return v;
    });
    if (root) status_.bound(b.lower, b.upper);
    return b;
  }
  void settle_one(const Board& board, Aim aim, NullWindowSearch<G>& searcher, Bounds& b, std::uint64_t& budget) {
    const State s = rules().from(board);
    narrow(s, aim, b, [&](int beta) -> std::optional<int> {
      const int v = searcher.search(s, beta, std::min(budget, room()), 1);
      budget -= std::min(budget, searcher.nodes());
      return searcher.stopped() ? std::nullopt : std::optional<int>(v);
    });
    status_.boards += settled(b, aim) || budget == 0;
  }
  template <class Search>  // search(beta) -> the value found, or nothing
  void narrow(const State& s, Aim aim, Bounds& b, const Search& search) {
    if (s.over()) b = {rules().final_value(s), rules().final_value(s)};
    while (!settled(b, aim) && !status_.stop) {
      const int beta = next_beta(s, b);
      const std::optional<int> v = search(beta);
      if (!v) return;
      if (*v >= beta)
        b.lower = std::max(b.lower, *v);
      else
        b.upper = std::min(b.upper, *v);
      assert(b.lower <= b.upper);
    }
  }
  // First settles who wins, beginning with the likelier winner; then by how much. Line games try the fastest win first,
  // because short proofs are cheap there; margins are bisected.
  int next_beta(const State& s, const Bounds& b) {
    if (!settled(b, Aim::outcome)) return outcome_beta(b, rules().is_favorite(s));
    if (rules().fastest_first()) return b.lower >= 1 ? b.upper : b.lower + 1;
    return b.lower + (b.upper - b.lower + 1) / 2;
  }

  std::optional<int> search(const State& s, int beta) {
    std::optional<int> v = search_alone(s, beta, std::min(std::min(first_budget, spare_), room()));
    while (!v && !status_.stop && spare_ != 0) {
      v = searchers_.size() == 1 ? search_alone(s, beta, std::min(room(), spare_))
                                 : search_together(s, beta, std::min(room(), spare_));
      if (!v && !status_.stop && spare_ != 0) table_.grow(growth, status_.stop);
    }
    return v;
  }
  // Nodes to search before the table should grow: most nodes leave no entry.
  std::uint64_t room() const { return table_.grown() ? unlimited : table_.entries() * nodes_per_entry; }
  std::optional<int> search_alone(const State& s, int beta, std::uint64_t budget) {
    status_.answered = false;
    NullWindowSearch<G>& searcher = *searchers_[0];
    const int v = searcher.search(s, beta, budget);
    spend(searcher.nodes());
    return searcher.stopped() ? std::nullopt : std::optional<int>(v);
  }
  std::optional<int> search_together(const State& s, int beta, std::uint64_t budget) {
    status_.answered = false;
    std::vector<std::optional<int>> answers(searchers_.size());
    const auto work = [&](std::size_t i) {
      const int v = searchers_[i]->search(s, beta, budget);
      if (searchers_[i]->stopped()) return;
      answers[i] = v;
      status_.answered = true;
    };
    together(work);
    for (int i = 0; i < pool_.size(); ++i) spend(searchers_[static_cast<std::size_t>(i)]->nodes());
    for (const auto& answer : answers)
      if (answer) return answer;
    return std::nullopt;
  }
  template <class Work>  // runs work(thread) in all threads
  void together(const Work& work) {
    pool_.run([&](int i) { work(static_cast<std::size_t>(i)); }, [&] { status_.answered = true; });
  }
  void spend(std::uint64_t nodes) { spare_ -= std::min(spare_, nodes); }

  // Puts first the move that proved a bound before.
  void prefer_known(const State& s, MoveList& list) {
    int symmetry = 0;
    TableEntry e{};
    const Key key = rules().key(s, keys_, symmetry);
    if (!table_.probe(key, s.left, s.empties, e)) return;
    for (int i = 0; i < list.size; ++i)
      if (list.at[i].cell == keys_.backward(symmetry, e.move)) list.at[i].score = first_of_all;
  }
  // A move that keeps the value; for a side that has lost anyway, the most promising move.
  int best(const State& s, Aim aim, const Bounds& value) {
    const int goal = aim == Aim::exact ? value.lower : sign(value.lower);
    MoveList list;
    list.add_all(rules().facts(s, goal).moves);
    if (list.size == 0) list.add_all(rules().empty(s));  // facts() saw the end without naming the move
    rules().score_moves(s, goal, list);
    prefer_known(s, list);
    const bool lost = aim == Aim::outcome && goal < 0;
    for (int i = 0; i < list.size; ++i) {
      const int cell = list.best_from(i);
      if (lost) return cell;
      State child = s;
      rules().play(child, cell);
      const bool turn_ends = child.to_move != s.to_move;
      if (child.over()) {
        const int v = turn_ends ? -rules().final_value(child) : rules().final_value(child);
        if (v >= goal) return cell;
        continue;
      }
      const std::optional<int> v = search(child, turn_ends ? 1 - goal : goal);
      if (!v) return -1;
      if ((turn_ends ? -*v : *v) >= goal) return cell;
    }
    return -1;
  }

  static constexpr std::uint64_t first_budget = 1 << 14;  // nodes: some 10 ms
  // The table grows when a search has spent this many nodes per entry, because most nodes leave none. (In dfpn/crew.hpp
  // each position may leave one, so there the table grows when it is nearly full.) All three are set by hand.
  static constexpr std::uint64_t nodes_per_entry = 4, growth = 8;

  Keys<G::words> keys_;
  TranspositionTable table_;
  SearchStatus status_;
  ActiveMoves active_moves_;
  std::vector<std::unique_ptr<G>> games_;
  std::vector<std::unique_ptr<NullWindowSearch<G>>> searchers_;
  std::uint64_t spare_ = 0;
  ThreadPool pool_;
};

}  // namespace kinrow
