// One solver for each way a line can matter.
#pragma once
#include "solve/driver.hpp"
#include "solve/misere_game.hpp"
#include "solve/solvers.hpp"

namespace kinrow {

template <class Shape>
std::unique_ptr<Solver> make_line_solver(const Game& g, std::uint64_t memory, int threads) {
  if (g.rules.misere) return std::make_unique<Driver<MisereGame<Shape>>>(g, memory, threads);
  return std::make_unique<Driver<LineGame<Shape>>>(g, memory, threads);
}

}  // namespace kinrow
