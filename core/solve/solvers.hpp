// The solvers by size of the game, one translation unit each.
#pragma once
#include <memory>

#include "game/line_sizes.hpp"
#include "solve/solver.hpp"

namespace kinrow {

template <class Shape>
std::unique_ptr<Solver> make_line_solver(const Game& g, std::uint64_t memory, int threads);

std::unique_ptr<Solver> make_variant_solver(const Game& g, std::uint64_t memory, int threads);  // renju, caro
std::unique_ptr<Solver> make_majority_solver(const Game& g, std::uint64_t memory, int threads);

}  // namespace kinrow
