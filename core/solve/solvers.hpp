// The solvers by size of the game, one translation unit each.
#pragma once
#include <memory>

#include "game/line_sizes.hpp"
#include "solve/solver.hpp"

namespace kinrow {

template <class Shape>
std::unique_ptr<Solver> make_line_solver(const Game& g, std::uint64_t memory, int threads);

extern template std::unique_ptr<Solver> make_line_solver<SmallShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Solver> make_line_solver<MediumShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Solver> make_line_solver<WordShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Solver> make_line_solver<NarrowShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Solver> make_line_solver<MiddleShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Solver> make_line_solver<LargeShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Solver> make_line_solver<LargestShape>(const Game&, std::uint64_t, int);

std::unique_ptr<Solver> make_variant_solver(const Game& g, std::uint64_t memory, int threads);  // renju, caro
std::unique_ptr<Solver> make_majority_solver(const Game& g, std::uint64_t memory, int threads);

}  // namespace kinrow
