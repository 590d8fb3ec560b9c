// Driver: Solver over one kind of game: turns objectives into boolean questions, and slices them.
//
// A question is first asked with few nodes and a small table, alone; if that does not do, the table grows and the
// question is asked again, with all threads. What was found stays in the table, so little is done twice, and a short
// question never pays for a large table or a thread.
#pragma once
#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "solve/searcher.hpp"
#include "solve/solver.hpp"
#include "system/threads.hpp"

namespace kinrow {

template <class G>
class Driver : public Solver {
 public:
  using State = typename G::State;

  Driver(const Game& game, std::uint64_t memory, int threads)
      : keys_(G::group(game), game.rules.size()), table_(memory, keys_.wide()), pool_(threads) {
    for (int i = 0; i < threads; ++i) {
      games_.push_back(std::make_unique<G>(game));
      searchers_.push_back(std::make_unique<Searcher<G>>(*games_[i], keys_, table_, shared_, under_way_, threads == 1));
    }
  }
  Bounds value(const Board& board, Aim aim, std::uint64_t limit) override {
    allow(limit);
    const State s = rules().from(board);
    return settle(s, aim, known(s), true);
  }
  // Short questions gain nothing from sharing one; here each thread takes boards of its own, over the one table.
  // Those that want a larger table wait until all threads stand still.
  std::vector<Bounds> values(const std::vector<Board>& boards, Aim aim, std::uint64_t limit) override {
    std::vector<Bounds> out(boards.size(), widest());
    std::vector<std::uint64_t> purse(boards.size(), limit);
    std::vector<std::size_t> todo(boards.size());
    std::iota(todo.begin(), todo.end(), std::size_t{0});
    shared_.answered = false;
    shared_.done = 0;
    while (!todo.empty() && !shared_.stop) {
      std::atomic<std::size_t> next{0};
      together([&](std::size_t thread) {
        for (std::size_t i; (i = next++) < todo.size() && !shared_.stop;)
          settle_one(boards[todo[i]], aim, *searchers_[thread], out[todo[i]], purse[todo[i]]);
      });
      std::erase_if(todo, [&](std::size_t i) { return settled(out[i], aim) || purse[i] == 0; });
      if (!todo.empty()) table_.grow(8, shared_.stop);
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
      const bool turns = child.to_move != s.to_move;
      const Bounds known{-rules().most(), root.upper};  // no move is worth more than the position
      const Bounds b = settle(child, aim, turns ? flip(known) : known, false);
      out.push_back({cell, turns ? flip(b) : b});
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
  int keeper(const Board& board, int goal) override {
    allow(std::numeric_limits<std::uint64_t>::max());
    return best(rules().from(board), Aim::outcome, {goal, goal});
  }
  std::vector<SavedEntry> saved(std::uint64_t most) const override { return table_.saved(most); }
  void restore(const std::vector<SavedEntry>& entries) override { table_.restore(entries); }
  bool exhausted() const override { return spare_ == 0; }
  std::uint64_t table_bytes() const override { return table_.bytes(); }
  Shared& shared() override { return shared_; }

 private:
  static Bounds flip(const Bounds& b) { return {-b.upper, -b.lower}; }
  G& rules() { return *games_[0]; }
  Bounds widest() { return {-rules().most(), rules().most()}; }
  void allow(std::uint64_t limit) { spare_ = limit; }

  // What a look at the position tells, and the leaf tests.
  Bounds known(const State& s) {
    if (s.over()) return {rules().final_value(s), rules().final_value(s)};
    auto f = rules().look(s, 1);
    if (f.lower < 1 && f.upper >= 1) rules().prove(s, 1, f);
    return {std::max(f.lower, -rules().most()), std::min(f.upper, rules().most())};
  }
  // Narrows the bounds until they are settled or the search is stopped.
  Bounds settle(const State& s, Aim aim, Bounds b, bool root) {
    if (root) report(b);
    narrow(s, aim, b, [&](int beta) {
      const std::optional<int> v = ask(s, beta);
      if (root && v) report(*v >= beta ? Bounds{*v, b.upper} : Bounds{b.lower, *v});
      return v;
    });
    if (root) report(b);
    return b;
  }
  void settle_one(const Board& board, Aim aim, Searcher<G>& searcher, Bounds& b, std::uint64_t& purse) {
    const State s = rules().from(board);
    narrow(s, aim, b, [&](int beta) -> std::optional<int> {
      const int v = searcher.ask(s, beta, std::min(purse, worth()));
      purse -= std::min(purse, searcher.nodes());
      return searcher.stopped() ? std::nullopt : std::optional<int>(v);
    });
    shared_.done += settled(b, aim) || purse == 0;
  }
  template <class Ask>  // ask(beta) -> the value found, or nothing
  void narrow(const State& s, Aim aim, Bounds& b, const Ask& ask_about) {
    if (s.over()) b = {rules().final_value(s), rules().final_value(s)};
    while (!settled(b, aim) && !shared_.stop) {
      const int beta = next_question(s, b);
      const std::optional<int> v = ask_about(beta);
      if (!v) return;
      if (*v >= beta)
        b.lower = std::max(b.lower, *v);
      else
        b.upper = std::min(b.upper, *v);
    }
  }
  void report(const Bounds& b) {
    shared_.lower = b.lower;
    shared_.upper = b.upper;
  }
  // First who wins, likelier side first; then how far: line games ask for the fastest win first, for there the short
  // proofs are the cheap ones; margins are halved.
  int next_question(const State& s, const Bounds& b) {
    const bool may_win = b.upper >= 1, may_lose = b.lower <= -1;
    if (sign(b.lower) != sign(b.upper)) return may_win && (!may_lose || rules().hopeful(s)) ? 1 : 0;
    if (rules().fastest_first()) return b.lower >= 1 ? b.upper : b.lower + 1;
    return b.lower + (b.upper - b.lower + 1) / 2;
  }

  std::optional<int> ask(const State& s, int beta) {
    const std::uint64_t taste = 1 << 14;
    std::optional<int> v = ask_alone(s, beta, std::min(std::min(taste, spare_), worth()));
    while (!v && !shared_.stop && spare_ != 0) {
      v = searchers_.size() == 1 ? ask_alone(s, beta, std::min(worth(), spare_))
                                 : ask_together(s, beta, std::min(worth(), spare_));
      if (!v && !shared_.stop && spare_ != 0) table_.grow(8, shared_.stop);
    }
    return v;
  }
  // Nodes to spend before the table should grow: most nodes leave no entry.
  std::uint64_t worth() const {
    return table_.grown() ? std::numeric_limits<std::uint64_t>::max() : table_.entries() * 4;
  }
  std::optional<int> ask_alone(const State& s, int beta, std::uint64_t budget) {
    shared_.answered = false;
    Searcher<G>& searcher = *searchers_[0];
    const int v = searcher.ask(s, beta, budget);
    spend(searcher.nodes());
    return searcher.stopped() ? std::nullopt : std::optional<int>(v);
  }
  std::optional<int> ask_together(const State& s, int beta, std::uint64_t budget) {
    shared_.answered = false;
    std::vector<std::optional<int>> answers(searchers_.size());
    const auto work = [&](std::size_t i) {
      const int v = searchers_[i]->ask(s, beta, budget);
      if (searchers_[i]->stopped()) return;
      answers[i] = v;
      shared_.answered = true;
    };
    together(work);
    for (const auto& searcher : searchers_) spend(searcher->nodes());
    for (const auto& answer : answers)
      if (answer) return answer;
    return std::nullopt;
  }
  template <class Work>  // work(thread), in as many threads as there are
  void together(const Work& work) {
    pool_.run([&](int i) { work(static_cast<std::size_t>(i)); }, [&] { shared_.answered = true; });
  }
  void spend(std::uint64_t nodes) { spare_ -= std::min(spare_, nodes); }

  // The move that proved a bound before is tried first.
  void prefer_known(const State& s, MoveList& list) {
    int turn = 0;
    Entry e{};
    const Key key = rules().key(s, keys_, turn);
    if (!table_.probe(key, s.left, s.empties, e)) return;
    for (int i = 0; i < list.size; ++i)
      if (list.at[i].cell == keys_.backward(turn, e.move)) list.at[i].score = 1 << 30;
  }
  // A move that keeps the value; a side that is lost anyway plays its most promising one.
  int best(const State& s, Aim aim, const Bounds& value) {
    const int goal = aim == Aim::exact ? value.lower : sign(value.lower);
    MoveList list;
    list.add_all(rules().look(s, goal).moves);
    if (list.size == 0) list.add_all(rules().empty(s));  // look() saw the end without naming the move
    rules().weigh(s, goal, list);
    prefer_known(s, list);
    const bool lost = aim == Aim::outcome && goal < 0;
    for (int i = 0; i < list.size; ++i) {
      const int cell = list.best_from(i);
      if (lost) return cell;
      State child = s;
      rules().play(child, cell);
      const bool turns = child.to_move != s.to_move;
      if (child.over()) {
        const int v = turns ? -rules().final_value(child) : rules().final_value(child);
        if (v >= goal) return cell;
        continue;
      }
      const std::optional<int> v = ask(child, turns ? 1 - goal : goal);
      if (!v) return -1;
      if ((turns ? -*v : *v) >= goal) return cell;
    }
    return -1;
  }

  Keys<G::words> keys_;
  Table table_;
  Shared shared_;
  UnderWay under_way_;
  std::vector<std::unique_ptr<G>> games_;
  std::vector<std::unique_ptr<Searcher<G>>> searchers_;
  std::uint64_t spare_ = 0;
  ThreadPool pool_;
};

}  // namespace kinrow
