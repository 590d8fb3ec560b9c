// PieceProver: does Breaker hold in a piece of a board (Game::piece)? It searches only the weak game.
//
// If he does, copies of the piece hold every board that they cover: he answers each stone in the copy where it fell.
// (Pairings are pieces of two cells; Hales and Jewett 1963.)
#pragma once
#include "breaker/weak_game.hpp"
#include "dfpn/outcome_search.hpp"
#include "prove/prover.hpp"

namespace kinrow {

template <class Shape>
class PieceProver : public Prover {
 public:
  using Weak = WeakGame<Shape>;
  using State = typename Weak::State;

  PieceProver(const Game& game, std::uint64_t memory, int threads)
      : t_(game), keys_(group(game), game.rules.size()), pool_(threads), space_(memory, status_, pool_),
        weak_(game, keys_, space_, threads) {}

  // The side to move is Maker: he gets at most a draw if Breaker holds; otherwise nothing is known.
  Bounds value(const Board& board, const Bounds& /*given*/) override {
    const State s = from(board, board.to_move);
    status_.bound(-1, 1);
    const bool held = Weak::held_after(s, [&] { return weak_.search(s, Weak::aim(s)); });
    status_.upper = held ? 0 : 1;
    return {-1, status_.upper};
  }
  int best_move(const Board&, int) override { return -1; }  // the writer needs only Breaker's moves
  int breaker_move(const Board& board) override {
    const State s = from(board, board.to_move ^ 1);
    if (status_.stop || s.over() || s.to_move != breaker) return -1;
    weak_.search(s, 0);
    return weak_.proof_move(s, 0);
  }
  Sections saved(std::uint64_t most) const override { return {space_.table.saved(most)}; }
  void restore(const Sections& sections) override {
    if (!sections.empty()) space_.restore(sections[0]);
  }
  SearchStatus& status() override { return status_; }

 private:
  static std::vector<Permutation> group(const Game& g) {
    const Rules& r = g.rules;
    return numbered_symmetries(r.rows, r.cols, symmetries_of_lines(r.rows, r.cols, g.lines));
  }
  State from(const Board& board, int side) { return weak_.rules().from(LineState<Shape>::from(t_, board), side); }

  SearchStatus status_;
  const LineTables<Shape> t_;
  const Keys<Weak::words> keys_;
  ThreadPool pool_;
  Workspace<ProofTable> space_;
  OutcomeSearch<Weak> weak_;
};

}  // namespace kinrow
