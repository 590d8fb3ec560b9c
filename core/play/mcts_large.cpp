// Boards of up to 400 cells; (15,15,5) with its 572 lines has a shape of its own, as (19,19,6) and (20,20,5) share one.
#include "play/mcts_line.hpp"

namespace kinrow {

std::unique_ptr<Mcts> make_large_mcts(const Game& g, std::uint64_t memory, int threads, std::uint64_t seed) {
  const std::size_t lines = g.lines.size();
  if (g.rules.size() <= 256 && lines <= 576 && g.rules.k <= 7)
    return make_line_mcts<LineShape<4, 9, 3>>(g, memory, threads, seed);
  if (lines <= 1152 && g.rules.k <= 7) return make_line_mcts<LineShape<7, 18, 3>>(g, memory, threads, seed);
  return make_line_mcts<LineShape<7, 26, 5>>(g, memory, threads, seed);
}

}  // namespace kinrow
