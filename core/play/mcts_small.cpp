// Boards of up to 64 cells.
#include "play/mcts_line.hpp"

namespace kinrow {

std::unique_ptr<Mcts> make_small_mcts(const Game& g, std::uint64_t memory, int threads, std::uint64_t seed) {
  if (g.lines.size() <= 128 && g.rules.k <= 7) return make_line_mcts<LineShape<1, 2, 3>>(g, memory, threads, seed);
  return make_line_mcts<LineShape<1, 5, 5>>(g, memory, threads, seed);
}

}  // namespace kinrow
