// Prover: outcomes of positions by proof-number search, several threads over one table, to be saved and gone on with.
#pragma once
#include <memory>

#include "prove/keeper.hpp"
#include "prove/pn_table.hpp"
#include "solve/engine.hpp"

namespace kinrow {

// Calls block until done or `shared().stop` is set. Not for two callers at once, but `save` may run beside a search.
class Prover : public Keeper {
 public:
  // Bounds on the outcome for the side to move, from -1 to 1: settled unless stopped.
  virtual Bounds value(const Board& board) = 0;
  virtual PnTable& table() = 0;
  virtual Shared& shared() = 0;
};

// Line games. `memory` bounds the bytes of the table; `threads` at least 1.
std::unique_ptr<Prover> make_prover(const Game& game, std::uint64_t memory, int threads);

}  // namespace kinrow
