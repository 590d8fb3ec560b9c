// SingleStoneProver: proof-number search of the strong game, alternating with two other searches.
//
// The weak game (breaker/weak_game.hpp) can show that a side does not win: Breaker holds. It costs little, and often
// settles what the strong search cannot. On broad boards a lambda search looks for wins. And if a node of the strong
// search has cost much work and is still open, the weak search gets a few positions to settle it. Figures:
// docs/experiments/provers.md.
#pragma once
#include "breaker/weak_game.hpp"
#include "lambda/lambda_search.hpp"
#include "prove/outcome_prover.hpp"

namespace kinrow {

template <class Shape>
class SingleStoneProver : public OutcomeProver<Shape> {
 public:
  using Base = OutcomeProver<Shape>;
  using State = typename Base::State;
  using Cells = typename Shape::Cells;
  using Weak = WeakGame<Shape>;

  SingleStoneProver(const Game& game, std::uint64_t memory, int threads)
      : Base(game, memory - for_lambda(game, memory), threads), broad_(broad(game)), lambda_part_(lambda_part(game)),
        weak_(game, keys_, space_, threads),
        lambda_(rules().tables(), for_lambda(game, memory), threads, status_, pool_) {
    for (int i = 0; i < threads; ++i)
      strong_.rules(i).set_helper([this, i](const State& s, int beta) { return refuted(i, s, beta); });
  }

  bool breaker_holds(const Board& board, int side) override {
    if (board.left != 1) return false;
    const auto s = weak_.rules().from(rules().from(board), side);
    // If it is not settled, only the table and the leaf tests count: a tree that stays in the strong game shares more
    // positions with the others.
    return Weak::held_after(
        s, [&] { return settled_[side] ? weak_.search(s, Weak::aim(s)) : weak_.search_nested(0, s, Weak::aim(s), 1); });
  }
  // A stone that completes a line, if there is one. If the weak game answers the query: a stone where the opponent
  // would complete a line, or else Breaker's move; once nothing is left to stop, the most promising move.
  int reaching_move(const Board& board, int goal) override {
    const int opponent = board.to_move ^ 1;
    const State s = rules().from(board);
    if (const Cells now = s.completing(rules().tables(), board.to_move); now.any()) return now.lowest();
    if (goal == 1 || !breaker_holds(board, opponent)) return Base::reaching_move(board, goal);
    if (const Cells forced = s.completing(rules().tables(), opponent); forced.any()) return forced.lowest();
    const bool nothing_left = weak_.rules().from(s, opponent).over();
    return nothing_left ? list_of(rules(), s, goal).at[0].cell : breaker_move(board);
  }
  int breaker_move(const Board& board) override {
    if (status_.stop) return -1;
    const auto s = weak_.rules().from(rules().from(board), board.to_move ^ 1);
    if (s.over() || s.to_move != breaker) return -1;
    weak_.search(s, 0);
    if (const int cell = weak_.proof_move(s, 0); cell >= 0) return cell;
    return easiest(list_of(weak_.rules(), s, 0), [&](int cell, std::uint64_t budget) {
      auto next = s;
      weak_.rules().play(next, cell);
      if (next.over()) return next.won ? ProofNumbers::no() : ProofNumbers::yes();
      const ProofNumbers n = weak_.search(next, Weak::aim(next), budget);
      return next.to_move == maker ? n.swapped() : n;
    });
  }
  LambdaWin lambda_win(const Board& board, const LambdaQuery& q) override {
    if (board.left != 1) return {};
    return lambda_.answer(rules().from(board), q);
  }
  void learn(const KnownWin& w) override {
    lambda_.learn(rules().from(w.board), w.order, deepest_order, w.move, resized<Cells>(w.zone));
  }
  void advise(const Board& board, const std::vector<int>& game) override { lambda_.advise(rules().from(board), game); }
  std::vector<std::vector<int>> longest(const Board& board, std::uint32_t worth) override {
    std::vector<std::vector<int>> games;
    for (const int side : {X, O})
      for (auto& game : lambda_.longest(rules().from(board), side, deepest_order, worth))
        games.push_back(std::move(game));
    return games;
  }
  Sections saved(std::uint64_t most) const override {
    Sections sections = Base::saved(most);
    sections.push_back(lambda_.saved(most / 2));
    return sections;
  }
  void restore(const Sections& sections) override {
    Base::restore(sections);
    if (sections.size() > 1) lambda_.restore(sections[1]);
  }

 private:
  using Base::easiest, Base::keys_, Base::list_of, Base::most_nested, Base::pool_, Base::rules, Base::status_,
      Base::space_, Base::strong_;

  // All searches alternate, with more positions at each stage; the strong search is first, because it sees some results
  // at once. Most positions go to the weak search until it is settled. On broad boards, where it takes ten times as
  // long per position, most go to the lambda search, which ends only with a win.
  ProofNumbers search(const State& s, int beta, std::uint64_t budget) override {
    const int attacker = beta == 1 ? s.to_move : s.to_move ^ 1;
    settled_[attacker] = false;
    for (std::uint64_t most = Base::first_stage; s.left == 1; most *= Base::next_stage) {
      const ProofNumbers found = strong_.search(s, beta, std::min(most, budget));
      const std::uint64_t cost = most * (broad_ ? 1 + lambda_part_ : 1 + weak_part);
      if (found.settled() || status_.stop || cost > budget) return found;
      const auto weak = weak_.rules().from(s, attacker);
      const ProofNumbers n = weak_.search(weak, Weak::aim(weak), (broad_ ? 1 : weak_part) * most);
      settled_[attacker] = Weak::held(weak, n);
      if (settled_[attacker]) return beta == 1 ? ProofNumbers::no() : ProofNumbers::yes();
      if (broad_ && lambda_.search({s, attacker, 0, deepest_order}, lambda_part_ * most).numbers.proven())
        return beta == 1 ? ProofNumbers::yes() : ProofNumbers::no();
      if (n.settled() && !broad_) break;
    }
    return strong_.search(s, beta, budget);
  }
  // Whether a short weak search shows that the attacker of this query does not win.
  ProofNumbers refuted(int thread, const State& s, int beta) {
    if (s.left != 1) return {};
    const auto weak = weak_.rules(thread).from(s, beta >= 1 ? s.to_move : s.to_move ^ 1);
    const bool held =
        Weak::held_after(weak, [&] { return weak_.search_nested(thread, weak, Weak::aim(weak), most_nested); });
    return !held ? ProofNumbers{} : beta >= 1 ? ProofNumbers::no() : ProofNumbers::yes();
  }
  // A board on which quiet moves have very many answers. Narrow boards count if they are long: (12,4,4) to (29,4,4) are
  // won by a lambda search of a million positions at most, (9,4,4) to (11,4,4) not in three million. The shorter side
  // is set by hand.
  static bool broad(const Game& g) {
    const auto [shorter, longer] = std::minmax(g.rules.rows, g.rules.cols);
    return shorter > 8 || longer > 11;
  }
  // Most of the memory on broad boards; on others only the proof writer uses the lambda search.
  static std::uint64_t for_lambda(const Game& g, std::uint64_t memory) { return memory / 8 * (broad(g) ? 7 : 1); }
  // Positions of the other searches per position of the strong search. With this part for the lambda search each gets a
  // similar share of the time; beyond 256 cells the others take four times as long per position:
  // docs/experiments/provers.md.
  static constexpr std::uint64_t weak_part = 16, lambda_part_of_four_words = 64, lambda_part_of_more = 256;
  static constexpr int cells_of_four_words = 256;
  static std::uint64_t lambda_part(const Game& g) {
    return g.rules.size() > cells_of_four_words ? lambda_part_of_more : lambda_part_of_four_words;
  }

  bool broad_;
  std::uint64_t lambda_part_;
  OutcomeSearch<Weak> weak_;
  LambdaSearch<Shape> lambda_;
  bool settled_[2] = {false, false};  // by sign: whether the weak search has shown that it does not win
};

}  // namespace kinrow
