// LargerBoardsProver: does a player win on every board of a class, by the lambda search alone?
//
// The other searches know the edges of one board. A lambda search needs only the cells of its zones, which lie in the
// window, and the opponent's lines that leave it (LineTables::leaving).
#pragma once
#include "lambda/lambda_search.hpp"
#include "prove/prover.hpp"

namespace kinrow {

template <class Shape>
class LargerBoardsProver : public Prover {
 public:
  using Cells = typename Shape::Cells;
  using State = LineState<Shape>;
  using Query = typename LambdaSearch<Shape>::Query;

  LargerBoardsProver(const Game& game, std::uint64_t memory, int threads)
      : t_(game), pool_(threads), lambda_(t_, memory, threads, status_, pool_) {}

  // Whether the claimed winner wins. If not, nothing is known: the search finds wins only.
  Bounds value(const Board& board) override {
    const State s = State::from(t_, board);
    const int winner = t_.rules.winner;
    Bounds b{-1, 1};
    for (std::uint64_t most = first_stage; !status_.stop; most *= next_stage) {
      const auto e = lambda_.search(Query{s, winner, 0, deepest_order_of(t_.rules)}, most);
      if (e.numbers.proven()) (s.to_move == winner ? b.lower : b.upper) = s.to_move == winner ? 1 : -1;
      if (e.numbers.settled()) break;
    }
    status_.lower = b.lower;
    status_.upper = b.upper;
    return b;
  }
  // The writer asks for lambda wins alone.
  int best_move(const Board&, int) override { return -1; }
  LambdaWin lambda_win(const Board& board, const LambdaQuery& q) override {
    const State s = State::from(t_, board);
    const Query query{s, q.side, q.order, q.max_order};
    const auto e =
        q.within ? lambda_.search(query, q.budget, resized<Cells>(*q.within)) : lambda_.search(query, q.budget);
    return {e.numbers.proven(), e.move, resized<AnyCells>(e.zone)};
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
  static constexpr std::uint64_t first_stage = 1 << 16, next_stage = 4;  // positions

  SearchStatus status_;
  const LineTables<Shape> t_;
  ThreadPool pool_;
  LambdaSearch<Shape> lambda_;
};

}  // namespace kinrow
