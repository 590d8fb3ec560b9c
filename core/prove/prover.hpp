// Prover: outcomes of positions, several threads over one table, to be saved and gone on with.
#pragma once
#include <memory>

#include "prove/keeper.hpp"
#include "solve/engine.hpp"

namespace kinrow {

// Calls block until done or `shared().stop` is set. Not for two callers at once, but `saved` may run beside a search.
class Prover : public Keeper {
 public:
  // Bounds on the outcome for the side to move, from -1 to 1: settled unless stopped.
  virtual Bounds value(const Board& board) = 0;
  virtual std::vector<SavedEntry> saved() const = 0;  // what a checkpoint keeps of the table
  virtual void restore(const std::vector<SavedEntry>& entries) = 0;
  virtual Shared& shared() = 0;
  // Games as attack_positions.hpp has them, from this position: whose moves attacks try first from now on; to the wins
  // that took attacks at least so many positions.
  virtual void advise(const Board& /*board*/, const std::vector<int>& /*game*/) {}
  virtual std::vector<std::vector<int>> longest(const Board& /*board*/, std::uint32_t /*worth*/) { return {}; }
};

// For line games: proof-number search, and alpha-beta in misere games, where the tests of threats and pairings that
// guide it have nothing to say: nodes of alpha-beta and of proof-number search: (4,4,3) 22 k and 337 k, (4,5,3) 0.37 M
// and more than 35 M. `memory` bounds the bytes of the table; `threads` at least 1.
std::unique_ptr<Prover> make_prover(const Game& game, std::uint64_t memory, int threads);

}  // namespace kinrow
