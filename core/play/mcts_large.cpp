// Tree searches for boards of up to 484 cells.
#include "play/mcts_line.hpp"

namespace kinrow {

std::unique_ptr<Mcts> make_large_mcts(const Game& g, const MctsOptions& options) {
  return with_shape<WideShape, GreatShape, LargestShape>(
      g, [&]<class Shape>(std::type_identity<Shape>) { return make_line_mcts<Shape>(g, options); });
}

}  // namespace kinrow
