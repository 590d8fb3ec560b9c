// OutcomeProver: outcomes of line games by proof-number search; what games of single stones and of several stones a
// turn have in common.
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

  // `memory`: for the strong game's table.
  OutcomeProver(const Game& game, std::uint64_t memory, int threads)
      : keys_(Strong::group(game), game.rules.size()), pool_(threads), space_(memory, shared_, pool_),
        strong_(game, keys_, space_, threads) {}

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
      const ProofNumbers n = ask(s, beta);
      if (!n.settled()) break;
      (n.proven() ? b.lower : b.upper) = n.proven() ? beta : beta - 1;
      report(b);
    }
    return b;
  }
  // The position itself is asked, which looks for the easiest move, or has it in the table.
  int best_move(const Board& board, int goal) override {
    if (shared().stop) return -1;
    const State s = rules().from(board);
    strong_.ask(s, goal);
    if (const int cell = known(s, goal); cell >= 0) return cell;
    return easiest(list_of(rules(), s, goal), [&](int move, std::uint64_t most) { return after(s, move, goal, most); });
  }
  Sections saved(std::uint64_t most) const override { return {space_.table.saved(most / 2)}; }
  void restore(const Sections& sections) override {
    if (!sections.empty()) space_.table.restore(sections[0]);
  }
  Shared& shared() override { return shared_; }

 protected:
  // Settled unless stopped; for the side to move.
  virtual ProofNumbers ask(const State& s, int beta) = 0;
  Strong& rules() { return strong_.rules(); }
  // The moves, most promising first; all of them if look() saw the end without naming one.
  template <class G>
  static MoveList list_of(const G& game, const typename G::State& s, int goal) {
    MoveList list;
    list.add_all(game.look(s, goal).moves);
    if (list.size == 0) list.add_all(game.empty(s));
    game.weigh(s, goal, list);
    for (int i = 0; i < list.size; ++i) list.best_from(i);
    return list;
  }
  // Of the moves that hold, the one that is settled first; -1 if none does. `after(cell, budget)`: its numbers.
  template <class After>
  int easiest(const MoveList& list, const After& after) {
    for (std::uint64_t budget = first_stage;; budget *= next_stage) {
      bool open = false;
      for (int i = 0; i < list.size; ++i) {
        const ProofNumbers n = after(list.at[i].cell, budget);
        if (n.proven()) return list.at[i].cell;
        open = open || !n.settled();
        if (shared().stop) return -1;
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
      const ProofNumbers n = strong_.ask(next, same ? goal : 1 - goal, budget);
      return same ? n : n.swapped();
    }
    const int value = rules().final_value(next);
    return (same ? value : -value) >= goal ? ProofNumbers::yes() : ProofNumbers::no();
  }

  static constexpr std::uint64_t unlimited = ~std::uint64_t{0};
  static constexpr std::uint64_t first_stage = 1 << 10, next_stage = 4;  // positions; searches taken in turn
  static constexpr std::uint64_t most_aside = 100;  // positions for another search in the middle of the strong one
  Shared shared_;
  Keys<Strong::words> keys_;
  ThreadPool pool_;
  Workspace<ProofTable> space_;
  OutcomeSearch<Strong> strong_;

 private:
  void report(const Bounds& b) {
    shared_.lower = b.lower;
    shared_.upper = b.upper;
  }
};

}  // namespace kinrow
