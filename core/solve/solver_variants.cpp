// Solvers for renju and caro.
#include "solve/game_solver.hpp"
#include "solve/line_game.hpp"
#include "solve/solvers.hpp"

namespace kinrow {

std::unique_ptr<Solver> make_variant_solver(const Game& g, std::uint64_t memory, int threads) {
  return with_shape<WordShape, LargestShape>(g, [&]<class Shape>(std::type_identity<Shape>) -> std::unique_ptr<Solver> {
    if (g.rules.renju) return std::make_unique<GameSolver<LineGame<RenjuShape<Shape>>>>(g, memory, threads);
    return std::make_unique<GameSolver<LineGame<CaroShape<Shape>>>>(g, memory, threads);
  });
}

}  // namespace kinrow
