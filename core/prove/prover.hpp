// Prover: outcomes of positions, several threads over one table, to be saved and resumed.
#pragma once
#include <memory>

#include "certificate/proof_oracle.hpp"
#include "solve/solver.hpp"

namespace kinrow {

// Calls block until done or `shared().stop` is set. Not for two callers at once, but `saved` may run during a search.
class Prover : public ProofOracle {
 public:
  // Bounds on the outcome for the side to move, from -1 to 1: settled unless stopped.
  virtual Bounds value(const Board& board) = 0;
  // What a checkpoint keeps of the tables, at most so many entries.
  virtual Sections saved(std::uint64_t most) const = 0;
  virtual void restore(const Sections& sections) = 0;
  virtual Shared& shared() = 0;
  // Games from this position as lambda_keys.hpp has them: one whose moves the lambda search tries first from now on;
  // those to the wins for which it looked at so many positions at least.
  virtual void advise(const Board& /*board*/, const std::vector<int>& /*game*/) {}
  virtual std::vector<std::vector<int>> longest(const Board& /*board*/, std::uint32_t /*worth*/) { return {}; }
  // What lambda searches take for proved from now on.
  virtual void learn(const KnownWin& /*win*/) {}
};

// For line games: proof-number search; alpha-beta in misere games, where the tests of threats and pairings that guide
// the former have nothing to say. `memory` bounds the bytes of the tables; `threads` at least 1.
std::unique_ptr<Prover> make_prover(const Game& game, std::uint64_t memory, int threads);

}  // namespace kinrow
