// Tree searches by kind of board, one translation unit each.
#pragma once
#include "game/line_sizes.hpp"
#include "play/uct.hpp"
#include "solve/misere_game.hpp"

namespace kinrow {

template <class Shape>
std::unique_ptr<Mcts> make_line_mcts(const Game& g, const MctsOptions& options) {
  if (g.rules.misere) return std::make_unique<Uct<MisereGame<Shape>>>(g, options);
  return std::make_unique<Uct<LineGame<Shape>>>(g, options);
}

std::unique_ptr<Mcts> make_small_mcts(const Game& g, const MctsOptions& options);
std::unique_ptr<Mcts> make_large_mcts(const Game& g, const MctsOptions& options);
std::unique_ptr<Mcts> make_variant_mcts(const Game& g, const MctsOptions& options);
std::unique_ptr<Mcts> make_majority_mcts(const Game& g, const MctsOptions& options);

}  // namespace kinrow
