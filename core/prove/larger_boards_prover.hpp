// LargerBoardsProver: does a player win on every board of a class, by the lambda search alone?
//
// The other searches need the edges of one board. A lambda search needs only the cells of its zones, which lie in the
// window, and the opponent's lines that leave the window (LineTables::leaving). If the opponent's first stone may be
// far away (lambda/far_stone.hpp), the search starts with that answer, because the zone of its tree has to keep away
// from the edges.
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
      : t_(game), keys_(t_), pool_(threads), lambda_(t_, memory, threads, status_, pool_) {}

  // Whether the claimed winner wins. If no win is found, nothing is known.
  Bounds value(const Board& board, const Bounds& /*given*/) override {
    const State s = State::from(t_, board);
    const int winner = t_.rules.winner;
    Bounds b{-1, 1};
    bool may_win = !far_stone_at(s);
    for (std::uint64_t most = first_stage; !status_.stop; most *= next_stage) {
      if (!may_win) {
        const ProofNumbers idle = against_far_stone(s, most);
        if (idle.disproven()) break;
        may_win = idle.proven();
        if (!may_win) continue;
      }
      const auto e = lambda_.search(Query{s, winner, 0, deepest_order_of(t_.rules)}, most);
      if (e.numbers.proven()) (s.to_move == winner ? b.lower : b.upper) = s.to_move == winner ? 1 : -1;
      if (e.numbers.settled()) break;
    }
    status_.bound(b.lower, b.upper);
    return b;
  }
  // The writer needs only lambda wins here.
  int best_move(const Board&, int) override { return -1; }
  LambdaWin lambda_win(const Board& board, const LambdaQuery& q) override {
    return lambda_.answer(State::from(t_, board), q);
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
  static constexpr std::uint64_t first_stage = 1 << 16, next_stage = 4;  // positions; set by hand

  // The position at which the opponent's first stone may be far away: this one, or the one after the first move.
  State before_first_answer(const State& s) const {
    return s.to_move == t_.rules.winner && s.empties == t_.rules.size() ? keys_.after(s, t_.rules.center()) : s;
  }
  bool far_stone_at(const State& s) const { return keys_.may_be_far(before_first_answer(s), t_.rules.winner); }
  // Whether the winner wins after a pass there, within the cells that are far enough from the edges.
  ProofNumbers against_far_stone(const State& s, std::uint64_t most) {
    const State idle = keys_.after(before_first_answer(s), pass);
    const Query query{idle, t_.rules.winner, 0, deepest_order_of(t_.rules)};
    return lambda_.search_within(query, most, FarStone<Shape>(t_).room(before_first_answer(s))).numbers;
  }

  SearchStatus status_;
  const LineTables<Shape> t_;
  const LambdaKeys<Shape> keys_;
  ThreadPool pool_;
  LambdaSearch<Shape> lambda_;
};

}  // namespace kinrow
