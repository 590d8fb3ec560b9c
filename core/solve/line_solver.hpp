// The solvers of line games: normal and misère.
#pragma once
#include "solve/game_solver.hpp"
#include "solve/misere_game.hpp"
#include "solve/solvers.hpp"

namespace kinrow {

template <class Shape>
std::unique_ptr<Solver> make_line_solver(const Game& g, std::uint64_t memory, int threads) {
  if (g.rules.misere) return std::make_unique<GameSolver<MisereGame<Shape>>>(g, memory, threads);
  return std::make_unique<GameSolver<LineGame<Shape>>>(g, memory, threads);
}

}  // namespace kinrow
