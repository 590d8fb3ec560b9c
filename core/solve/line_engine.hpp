// One engine for each way a line can matter.
#pragma once
#include "solve/driver.hpp"
#include "solve/engines.hpp"
#include "solve/misere_game.hpp"

namespace kinrow {

template <class Shape>
std::unique_ptr<Engine> make_line_engine(const Game& g, std::uint64_t memory, int threads) {
  if (g.rules.misere) return std::make_unique<Driver<MisereGame<Shape>>>(g, memory, threads);
  return std::make_unique<Driver<LineGame<Shape>>>(g, memory, threads);
}

}  // namespace kinrow
