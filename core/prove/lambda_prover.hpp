// LambdaProver: does a player win on every board of a class, or by a given ply? By the lambda search alone.
//
// The other searches need the edges of one board, and do not count plies. A lambda search needs only the cells of its
// zones, which lie in the window, and the opponent's lines that leave the window (LineTables::leaving).
#pragma once
#include "lambda/lambda_search.hpp"
#include "prove/prover.hpp"

namespace kinrow {

template <class Shape>
class LambdaProver : public Prover {
 public:
  using Cells = typename Shape::Cells;
  using State = LineState<Shape>;
  using Query = typename LambdaSearch<Shape>::Query;

  LambdaProver(const Game& game, std::uint64_t memory, int threads)
      : t_(game), pool_(threads), lambda_(t_, memory, threads, status_, pool_) {}

  // Whether the claimed winner wins. If no win is found, nothing is known.
  Bounds value(const Board& board, const Bounds& /*given*/) override {
    const State s = State::from(t_, board);
    const int winner = t_.rules.winner;
    Bounds b{-1, 1};
    status_.bound(b.lower, b.upper);
    const auto e = lambda_.search(Query{s, winner, 0, deepest_order_of(t_.rules)}, unlimited);
    if (e.numbers.proven()) (s.to_move == winner ? b.lower : b.upper) = s.to_move == winner ? 1 : -1;
    status_.bound(b.lower, b.upper);
    return b;
  }
  // The writer needs only lambda wins here.
  int best_move(const Board&, int) override { return -1; }
  LambdaWin lambda_win(const Board& board, const LambdaQuery& q) override {
    LambdaQuery query = q;
    query.max_order = std::min(q.max_order, deepest_order_of(t_.rules));
    return lambda_.answer(State::from(t_, board), query);
  }
  void learn(const KnownWin& w) override {
    lambda_.learn(State::from(t_, w.board), w.order, deepest_order_of(t_.rules), w.move, resized<Cells>(w.zone));
  }
  void advise(const Board& board, const std::vector<int>& game) override {
    lambda_.advise(State::from(t_, board), game);
  }
  std::vector<std::vector<int>> longest(const Board& board, std::uint32_t worth) override {
    return lambda_.longest(State::from(t_, board), t_.rules.winner, deepest_order_of(t_.rules), worth);
  }
  Sections saved(std::uint64_t most) const override { return {lambda_.saved(most)}; }
  void restore(const Sections& sections) override {
    if (!sections.empty()) lambda_.restore(sections[0]);
  }
  SearchStatus& status() override { return status_; }

 private:
  SearchStatus status_;
  const LineTables<Shape> t_;
  ThreadPool pool_;
  LambdaSearch<Shape> lambda_;
};

}  // namespace kinrow
