// OutcomeProver: outcomes of line games by proof-number search; the common part of the provers for single stones and
// for several stones per turn.
#pragma once
#include "dfpn/outcome_search.hpp"
#include "dfpn/strong_game.hpp"
#include "prove/provers.hpp"

namespace kinrow {

template <class Shape>
class OutcomeProver : public Prover {
 public:
  using Strong = StrongGame<Shape>;
  using State = typename Strong::State;

  // `memory`: bytes of the strong game's table.
  OutcomeProver(const Game& game, std::uint64_t memory, int threads)
      : keys_(Strong::group(game), game.rules.size()), pool_(threads), space_(memory, status_, pool_),
        strong_(game, keys_, space_, threads) {}

  // Asks first whether the likelier winner wins; then, if necessary, whether the opponent does.
  Bounds value(const Board& board, const Bounds& given) override {
    const State s = rules().from(board);
    if (s.over()) return {sign(rules().final_value(s)), sign(rules().final_value(s))};
    const auto f = rules().facts(s, 1);
    Bounds b{std::max(sign(f.lower), given.lower), std::min(sign(f.upper), given.upper)};
    status_.bound(b.lower, b.upper);
    while (b.lower != b.upper) {
      const int beta = outcome_beta(b, rules().is_favorite(s));
      const ProofNumbers n = search(s, beta, unlimited);
      if (!n.settled()) break;
      (n.proven() ? b.lower : b.upper) = n.proven() ? beta : beta - 1;
      status_.bound(b.lower, b.upper);
    }
    return b;
  }
  ProofNumbers reaches(const Board& board, int goal, std::uint64_t budget) override {
    const State s = rules().from(board);
    if (!s.over()) return search(s, goal, budget);
    return sign(rules().final_value(s)) >= goal ? ProofNumbers::yes() : ProofNumbers::no();
  }
  std::vector<MoveNumbers> moves(const Board& board, int goal) override {
    const State s = rules().from(board);
    std::vector<MoveNumbers> moves;
    if (!s.over())
      for (const auto& child : strong_.moves(s, goal)) moves.push_back({child.cell, child.numbers()});
    return moves;
  }
  // Searches the position itself first, which finds an easy move or has one in the table.
  int best_move(const Board& board, int goal) override {
    if (status().stop) return -1;
    const State s = rules().from(board);
    strong_.search(s, goal);
    if (const int cell = known(s, goal); cell >= 0) return cell;
    return easiest(list_of(rules(), s, goal), [&](int move, std::uint64_t most) { return after(s, move, goal, most); });
  }
  void learn_held(const Board& board) override { strong_.refute(rules().from(board), 1); }
  Sections saved(std::uint64_t most) const override { return {space_.table.saved(most / 2)}; }
  void restore(const Sections& sections) override {
    if (!sections.empty()) space_.restore(sections[0]);
  }
  SearchStatus& status() override { return status_; }

 protected:
  // Whether the side to move reaches beta; settled unless it was stopped or has searched about `budget` positions.
  virtual ProofNumbers search(const State& s, int beta, std::uint64_t budget) = 0;
  Strong& rules() { return strong_.rules(); }
  // The moves, most promising first; all legal moves if the facts name none.
  template <class G>
  static MoveList list_of(const G& game, const typename G::State& s, int goal) {
    MoveList list;
    list.add_all(game.facts(s, goal).moves);
    if (list.size == 0) list.add_all(game.empty(s));
    game.score_moves(s, goal, list);
    for (int i = 0; i < list.size; ++i) list.best_from(i);
    return list;
  }
  // Of the moves that keep the goal, the one that is settled first; -1 if there is none. `after(cell, budget)` searches
  // the position after a move.
  template <class After>
  int easiest(const MoveList& list, const After& after) {
    for (std::uint64_t budget = first_stage;; budget *= next_stage) {
      bool open = false;
      for (int i = 0; i < list.size; ++i) {
        const ProofNumbers n = after(list.at[i].cell, budget);
        if (n.proven()) return list.at[i].cell;
        open = open || !n.settled();
        if (status().stop) return -1;
      }
      if (!open) return -1;
    }
  }
  int known(const State& s, int goal) {
    const int cell = strong_.proof_move(s, goal);
    return cell >= 0 && after(s, cell, goal).proven() ? cell : -1;
  }
  // Whether the mover still reaches the goal after this move.
  ProofNumbers after(const State& s, int cell, int goal, std::uint64_t budget = unlimited) {
    State next = s;
    rules().play(next, cell);
    const bool same = next.to_move == s.to_move;
    if (!next.over()) {
      const ProofNumbers n = strong_.search(next, same ? goal : 1 - goal, budget);
      return same ? n : n.swapped();
    }
    const int value = rules().final_value(next);
    return (same ? value : -value) >= goal ? ProofNumbers::yes() : ProofNumbers::no();
  }

  // Several searches alternate, with more positions at each stage. Measured: docs/experiments/provers.md.
  static constexpr std::uint64_t first_stage = 1 << 10, next_stage = 4;
  static constexpr std::uint64_t most_nested = 100;  // positions for a search in the middle of the strong one
  SearchStatus status_;
  Keys<Strong::words> keys_;
  ThreadPool pool_;
  Workspace<ProofTable> space_;
  OutcomeSearch<Strong> strong_;
};

}  // namespace kinrow
