// Tree searches for line-counting games.
#include <stdexcept>

#include "play/mcts_line.hpp"
#include "solve/majority_game.hpp"

namespace kinrow {

std::unique_ptr<Mcts> make_majority_mcts(const Game& g, const MctsOptions& options) {
  if (options.network) throw std::invalid_argument("no network plays line-counting games");
  return with_majority_shape(g, [&]<class Shape>(std::type_identity<Shape>) -> std::unique_ptr<Mcts> {
    return std::make_unique<Uct<MajorityGame<Shape>>>(g, options);
  });
}

}  // namespace kinrow
