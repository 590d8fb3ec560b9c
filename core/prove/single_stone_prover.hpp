// SingleStoneProver: proof-number search with single stones, and two more searches.
//
// Whether a side wins is also asked of the weak game (breaker/weak_game.hpp): if Breaker holds there, it does not. That
// costs little if it fails, and settles what the strong search cannot if it succeeds. On broad boards a lambda search
// looks for wins as well. If much work of the strong search has not settled whether the attacker wins, the weak one may
// look at a few positions in the middle of it. docs/experiments/provers.md has the measurements.
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
  using WeakState = typename Weak::State;

  SingleStoneProver(const Game& game, std::uint64_t memory, int threads)
      : Base(game, memory - for_lambda(game, memory), threads), broad_(broad(game)), lambda_part_(lambda_part(game)),
        weak_(game, keys_, space_, threads),
        lambda_(rules().tables(), for_lambda(game, memory), threads, shared_, pool_) {
    for (int i = 0; i < threads; ++i)
      strong_.rules(i).set_helper([this, i](const State& s, int beta) { return refuted(i, s, beta); });
  }

  bool breaker_holds(const Board& board, int side) override {
    if (board.left != 1) return false;
    const auto s = weak_.rules().from(rules().from(board), side);
    return s.over() ? !s.won : Weak::held(s, settled_[side] ? weak_.ask(s, beta_of(s)) : glance(s));
  }
  int breaker_move(const Board& board) override {
    if (shared_.stop) return -1;
    const auto s = weak_.rules().from(rules().from(board), board.to_move ^ 1);
    if (s.over() || s.to_move != breaker) return -1;
    weak_.ask(s, 0);
    if (const int cell = weak_.proof_move(s, 0); cell >= 0) return cell;
    return easiest(list_of(weak_.rules(), s, 0), [&](int cell, std::uint64_t budget) {
      auto next = s;
      weak_.rules().play(next, cell);
      if (next.over()) return next.won ? ProofNumbers::no() : ProofNumbers::yes();
      const ProofNumbers n = weak_.ask(next, beta_of(next), budget);
      return next.to_move == maker ? n.swapped() : n;
    });
  }
  LambdaWin lambda_win(const Board& board, const LambdaQuery& q) override {
    if (board.left != 1) return {};
    const State s = rules().from(board);
    const typename LambdaSearch<Shape>::Query query{s, q.side, q.order, q.max_order};
    if (q.afresh) return found(lambda_.ask_afresh(query, q.budget));
    const auto e = q.within ? lambda_.ask(query, q.budget, resized<Cells>(*q.within)) : lambda_.ask(query, q.budget);
    return found(e);
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
  static LambdaWin found(const ZoneEntry<Cells>& e) { return {e.numbers.proven(), e.move, resized<AnyCells>(e.zone)}; }
  using Base::easiest, Base::keys_, Base::list_of, Base::most_aside, Base::pool_, Base::rules, Base::shared_,
      Base::space_, Base::strong_;

  // The strong search first, for what it sees at once; then all in turn, with more and more positions each, most of
  // them the weak one's until it is settled, and on broad boards the lambda search's, which never is unless it wins.
  // (There the weak search takes ten times as long per position.)
  ProofNumbers ask(const State& s, int beta) override {
    const int attacker = beta == 1 ? s.to_move : s.to_move ^ 1;
    settled_[attacker] = false;
    for (std::uint64_t most = Base::first_stage; s.left == 1; most *= Base::next_stage) {
      if (const ProofNumbers n = strong_.ask(s, beta, most); n.settled() || shared_.stop) return n;
      const auto weak = weak_.rules().from(s, attacker);
      const ProofNumbers n = weak_.ask(weak, beta_of(weak), (broad_ ? 1 : weak_part) * most);
      settled_[attacker] = Weak::held(weak, n);
      if (settled_[attacker]) return beta == 1 ? ProofNumbers::no() : ProofNumbers::yes();
      if (broad_ && lambda_.ask({s, attacker, 0, deepest_order}, lambda_part_ * most).numbers.proven())
        return beta == 1 ? ProofNumbers::yes() : ProofNumbers::no();
      if (n.settled() && !broad_) break;
    }
    return strong_.ask(s, beta);
  }
  // Whether the weak game shows soon that the attacker of this query does not win.
  ProofNumbers refuted(int thread, const State& s, int beta) {
    if (s.left != 1) return {};
    const auto weak = weak_.rules(thread).from(s, beta >= 1 ? s.to_move : s.to_move ^ 1);
    const bool held =
        weak.over() ? !weak.won : Weak::held(weak, weak_.ask_aside(thread, weak, beta_of(weak), most_aside));
    return !held ? ProofNumbers{} : beta >= 1 ? ProofNumbers::no() : ProofNumbers::yes();
  }
  // A board on which quiet moves have very many answers.
  static bool broad(const Game& g) { return std::min(g.rules.rows, g.rules.cols) > 8; }
  static std::uint64_t for_lambda(const Game& g, std::uint64_t memory) { return memory / 8 * (broad(g) ? 7 : 1); }
  // The weak game's query is whether the side to move reaches its aim.
  static int beta_of(const WeakState& s) { return s.to_move == maker; }
  // What the table says, or one look: a tree that goes on in the strong game shares more with the others.
  ProofNumbers glance(const WeakState& s) { return weak_.ask_aside(0, s, beta_of(s), 1); }

  // Positions for one of the strong search's. The lambda search's are such that a like part of the time is the others';
  // beyond 256 cells those take four times as long.
  static constexpr std::uint64_t weak_part = 16;
  static std::uint64_t lambda_part(const Game& g) { return g.rules.size() > 256 ? 256 : 64; }

  bool broad_;
  std::uint64_t lambda_part_;
  OutcomeSearch<Weak> weak_;
  LambdaSearch<Shape> lambda_;
  bool settled_[2] = {false, false};  // by sign: the weak game has settled that it does not win
};

}  // namespace kinrow
