// The provers by size of the game, one translation unit each.
#pragma once
#include "game/line_sizes.hpp"
#include "prove/prover.hpp"

namespace kinrow {

template <class Shape>
std::unique_ptr<Prover> make_prover_of(const Game& g, std::uint64_t memory, int threads);

}  // namespace kinrow
