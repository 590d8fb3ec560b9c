// Solvers for line-counting games.
#include "solve/game_solver.hpp"
#include "solve/majority_game.hpp"
#include "solve/solvers.hpp"

namespace kinrow {

std::unique_ptr<Solver> make_majority_solver(const Game& g, std::uint64_t memory, int threads) {
  return with_majority_shape(g, [&]<class Shape>(std::type_identity<Shape>) -> std::unique_ptr<Solver> {
    return std::make_unique<GameSolver<MajorityGame<Shape>>>(g, memory, threads);
  });
}

}  // namespace kinrow
