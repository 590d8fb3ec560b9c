// PnProver: Prover over one kind of line game.
//
// A question is asked in stages, each with the table that it has earned; what was found stays, so little is done twice.
// Seconds of processor time, of them the system's, with one thread and 4.4 GiB of memory, taken from the first at
// random and as it is: (7,7,5) 0.23, 0.14 and 0.08, 0.00; (8,4,4) 3.4, 2.0 and 1.1, 0.0; (9,4,4) 6.5, 3.1 and 2.9,
// 0.0; (11,4,4) 14.1, 3.9 and 8.4, 0.8. Growing by 2, 4 or 8, at half full or later: no difference beyond chance.
#pragma once
#include <algorithm>
#include <thread>

#include "prove/pn_search.hpp"
#include "prove/provers.hpp"
#include "solve/line_game.hpp"

namespace kinrow {

template <class G>
class PnProver : public Prover {
 public:
  using State = typename G::State;

  PnProver(const Game& game, std::uint64_t memory, int threads)
      : keys_(G::group(game), game.rules.size()), table_(memory) {
    for (int i = 0; i < threads; ++i) {
      games_.push_back(std::make_unique<G>(game));
      searches_.push_back(std::make_unique<PnSearch<G>>(*games_[i], keys_, table_, shared_, under_way_, threads == 1));
    }
  }

  // First whether the likelier winner wins, then, if need be, whether the other does.
  Bounds value(const Board& board) override {
    const State s = rules().from(board);
    if (s.over()) return {sign(rules().final_value(s)), sign(rules().final_value(s))};
    const auto f = rules().look(s, 1);
    Bounds b{std::max(sign(f.lower), -1), std::min(sign(f.upper), 1)};
    report(b);
    while (b.lower != b.upper) {
      const bool may_win = b.upper == 1, may_lose = b.lower == -1;
      const int beta = may_win && (!may_lose || rules().hopeful(s)) ? 1 : 0;
      const Numbers n = ask(s, beta);
      if (n.proven())
        b.lower = beta;
      else if (n.disproven())
        b.upper = beta - 1;
      else
        break;
      report(b);
    }
    return b;
  }
  int keeper(const Board& board, int goal) override {
    if (shared_.stop) return -1;
    const State s = rules().from(board);
    const int known = searches_[0]->proof_move(s, goal);
    if (known >= 0 && keeps(s, known, goal)) return known;
    MoveList list;
    for (auto rest = rules().look(s, goal).moves; rest.any();) list.add(rest.pop());
    if (list.size == 0)  // look() saw the end without naming the move
      for (auto rest = rules().empty(s); rest.any();) list.add(rest.pop());
    rules().weigh(s, goal, list);
    for (int i = 0; i < list.size && !shared_.stop; ++i)
      if (const int cell = list.best_from(i); keeps(s, cell, goal)) return cell;
    return -1;
  }
  std::vector<SavedEntry> saved() const override { return table_.saved(); }
  void restore(const std::vector<SavedEntry>& entries) override { table_.restore(entries); }
  Shared& shared() override { return shared_; }

 private:
  G& rules() { return *games_[0]; }
  void report(const Bounds& b) {
    shared_.lower = b.lower;
    shared_.upper = b.upper;
  }

  bool keeps(const State& s, int cell, int goal) {
    State next = s;
    rules().play(next, cell);
    const bool turns = next.to_move != s.to_move;
    if (next.over()) return (turns ? -rules().final_value(next) : rules().final_value(next)) >= goal;
    const Numbers n = ask(next, turns ? 1 - goal : goal);
    return turns ? n.disproven() : n.proven();
  }
  // Alone for as long as a short question takes, for a thread costs more than most of them; then together, in stages:
  // whenever the table is nearly full it grows, and the question is asked again of what the table has by then.
  Numbers ask(const State& s, int beta) {
    Numbers n = ask_some(s, beta, 1, std::min(taste, room()));
    while (!n.settled() && !shared_.stop) {
      if (room() == 0) table_.grow(4, shared_.stop);
      n = ask_some(s, beta, searches_.size(), room());
    }
    return n;
  }
  // Positions to look at, each of which may be an entry, before the table should grow.
  std::uint64_t room() const {
    if (table_.grown()) return unlimited;
    const std::uint64_t most = table_.entries() / 4 * 3;
    return most - std::min(looked_, most);
  }
  Numbers ask_some(const State& s, int beta, std::size_t threads, std::uint64_t budget) {
    const std::uint64_t before = shared_.nodes;
    shared_.answered = false;
    std::vector<Numbers> answers(threads);
    const auto work = [&](std::size_t i) {
      answers[i] = searches_[i]->ask(s, beta, budget == unlimited ? unlimited : budget / threads);
      shared_.answered = true;
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work, i);
    work(0);
    for (std::thread& t : others) t.join();
    looked_ += shared_.nodes - before;
    const auto settled = std::ranges::find_if(answers, [](const Numbers& n) { return n.settled(); });
    return settled == answers.end() ? answers[0] : *settled;
  }
  static constexpr std::uint64_t taste = 1 << 14, unlimited = ~std::uint64_t{0};

  Keys<G::words> keys_;
  PnTable table_;
  std::uint64_t looked_ = 0;  // positions, all of them since the table was empty
  Shared shared_;
  UnderWay under_way_;
  std::vector<std::unique_ptr<G>> games_;
  std::vector<std::unique_ptr<PnSearch<G>>> searches_;
};

template <class Shape>
std::unique_ptr<Prover> make_prover_of(const Game& g, std::uint64_t memory, int threads) {
  return std::make_unique<PnProver<LineGame<Shape>>>(g, memory, threads);
}

}  // namespace kinrow
