// Tree searches for renju and caro.
#include "play/mcts_line.hpp"

namespace kinrow {

std::unique_ptr<Mcts> make_variant_mcts(const Game& g, const MctsOptions& options) {
  return with_shape<WordShape, LargestShape>(g, [&]<class Shape>(std::type_identity<Shape>) -> std::unique_ptr<Mcts> {
    if (g.rules.renju) return std::make_unique<Uct<LineGame<RenjuShape<Shape>>>>(g, options);
    return std::make_unique<Uct<LineGame<CaroShape<Shape>>>>(g, options);
  });
}

}  // namespace kinrow
