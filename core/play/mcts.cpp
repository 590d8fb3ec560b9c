#include "play/mcts.hpp"

#include "play/mcts_line.hpp"

namespace kinrow {

std::unique_ptr<Mcts> make_mcts(const Game& g, const MctsOptions& options) {
  if (g.rules.majority) return make_majority_mcts(g, options);
  if (g.rules.special()) return make_variant_mcts(g, options);
  return g.rules.size() <= 64 ? make_small_mcts(g, options) : make_large_mcts(g, options);
}

}  // namespace kinrow
