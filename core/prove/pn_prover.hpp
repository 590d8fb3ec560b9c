// PnProver: Prover over one kind of line game.
#pragma once
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
  // Alone for as long as a short question takes: a thread costs more than most of them.
  Numbers ask(const State& s, int beta) {
    const bool single = searches_.size() == 1;
    shared_.answered = false;
    const Numbers n = searches_[0]->ask(s, beta, single ? unlimited : taste);
    return single || n.settled() || shared_.stop ? n : ask_together(s, beta);
  }
  Numbers ask_together(const State& s, int beta) {
    std::vector<Numbers> answers(searches_.size());
    const auto work = [&](std::size_t i) {
      answers[i] = searches_[i]->ask(s, beta, unlimited);
      if (answers[i].settled()) shared_.answered = true;
    };
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < searches_.size(); ++i) threads.emplace_back(work, i);
    work(0);
    for (std::thread& t : threads) t.join();
    for (const Numbers& n : answers)
      if (n.settled()) return n;
    return answers[0];
  }
  static constexpr std::uint64_t taste = 1 << 14, unlimited = ~std::uint64_t{0};

  Keys<G::words> keys_;
  PnTable table_;
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
