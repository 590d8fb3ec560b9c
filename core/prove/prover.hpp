// Prover: outcomes of positions by searches that can be saved and resumed.
#pragma once
#include <memory>
#include <vector>

#include "certificate/proof_oracle.hpp"
#include "dfpn/proof_numbers.hpp"
#include "solve/solver.hpp"

namespace kinrow {

// A move, and whether the side that makes it then reaches a goal.
struct MoveNumbers {
  int cell;
  ProofNumbers numbers;
};

// Calls block until they are done or `status().stop` is set. One call at a time, except that saved() may run during a
// search.
class Prover : public ProofOracle {
 public:
  // Bounds on the outcome for the side to move, from -1 to 1: settled unless stopped. `given`: bounds that hold; only
  // what they leave open is searched for.
  virtual Bounds value(const Board& board, const Bounds& given = {-1, 1}) = 0;
  // Whether the side to move wins (goal 1), or does not lose (goal 0): settled unless stopped. If several searches
  // alternate, they stop after about `budget` positions.
  virtual ProofNumbers reaches(const Board& board, int goal, std::uint64_t /*budget*/ = ~std::uint64_t{0}) {
    const Bounds b = value(board);
    return b.lower >= goal ? ProofNumbers::yes() : b.upper < goal ? ProofNumbers::no() : ProofNumbers{};
  }
  // A move that keeps what reaches() has just proved; -1 if it was stopped.
  virtual int reaching_move(const Board& board, int goal) { return best_move(board, goal); }
  // What reaches() knows of the moves after it was stopped, most promising first. Moves that need no search may be
  // missing; they do not reach the goal.
  virtual std::vector<MoveNumbers> moves(const Board& /*board*/, int /*goal*/) { return {}; }
  // The entries of the tables for a checkpoint, at most `most`.
  virtual Sections saved(std::uint64_t most) const = 0;
  virtual void restore(const Sections& sections) = 0;
  virtual SearchStatus& status() = 0;
  // For the lambda search; games start at this position and have the moves of lambda_keys.hpp. advise(): from now on
  // tries the moves of this game first. longest(): the games to the wins that took at least `worth` positions.
  virtual void advise(const Board& /*board*/, const std::vector<int>& /*game*/) {}
  virtual std::vector<std::vector<int>> longest(const Board& /*board*/, std::uint32_t /*worth*/) { return {}; }
  // From now on lambda searches treat this win as proved.
  virtual void learn(const KnownWin& /*win*/) {}
  // From now on it counts as proved that the side to move does not win.
  virtual void learn_held(const Board& /*board*/) {}
};

// Line games use proof-number search; misère games use alpha-beta, because the leaf tests that guide proof-number
// search do not apply to them. `memory`: the tables use at most this many bytes. `threads`: at least 1. Throws
// std::invalid_argument for line-counting games, renju and caro.
std::unique_ptr<Prover> make_prover(const Game& game, std::uint64_t memory, int threads);
// A prover with one thread, for callers that need lambda searches only.
std::unique_ptr<LambdaOracle> make_lambda_oracle(const Game& game, std::uint64_t memory);

}  // namespace kinrow
