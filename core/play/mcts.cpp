#include "play/mcts.hpp"

#include "play/mcts_line.hpp"

namespace kinrow {

std::unique_ptr<Mcts> make_mcts(const Game& g, std::uint64_t memory, int threads, std::uint64_t seed) {
  if (g.rules.majority) return make_majority_mcts(g, memory, threads, seed);
  return g.rules.size() <= 64 ? make_small_mcts(g, memory, threads, seed) : make_large_mcts(g, memory, threads, seed);
}

}  // namespace kinrow
