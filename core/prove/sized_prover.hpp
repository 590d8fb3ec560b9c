// The provers of line games on boards of one size: for single stones, for several stones per turn, for
// classes of boards and wins by a given ply, and for pieces.
#pragma once
#include "prove/lambda_prover.hpp"
#include "prove/multi_stone_prover.hpp"
#include "prove/piece_prover.hpp"
#include "prove/single_stone_prover.hpp"

namespace kinrow {

template <class Shape>
std::unique_ptr<Prover> make_prover_of(const Game& g, std::uint64_t memory, int threads) {
  if (g.piece) return std::make_unique<PieceProver<Shape>>(g, memory, threads);
  if (!g.rules.one_board() || g.by_ply < Game::any_ply)
    return std::make_unique<LambdaProver<Shape>>(g, memory, threads);
  if (g.rules.stones == 1) return std::make_unique<SingleStoneProver<Shape>>(g, memory, threads);
  return std::make_unique<MultiStoneProver<Shape>>(g, memory, threads);
}

}  // namespace kinrow
