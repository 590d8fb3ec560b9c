// Tree searches for boards of up to 64 cells.
#include "play/mcts_line.hpp"

namespace kinrow {

std::unique_ptr<Mcts> make_small_mcts(const Game& g, const MctsOptions& options) {
  return with_shape<MediumShape, WordShape>(
      g, [&]<class Shape>(std::type_identity<Shape>) { return make_line_mcts<Shape>(g, options); });
}

}  // namespace kinrow
