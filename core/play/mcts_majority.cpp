// Line-counting games.
#include "play/mcts_line.hpp"
#include "solve/majority_game.hpp"

namespace kinrow {
namespace {

template <int W, int B, int NW>
std::unique_ptr<Mcts> make(const Game& g, std::uint64_t memory, int threads, std::uint64_t seed) {
  return std::make_unique<Uct<MajorityGame<MajorityShape<W, B, NW>>>>(g, memory, threads, seed);
}

}  // namespace

std::unique_ptr<Mcts> make_majority_mcts(const Game& g, std::uint64_t memory, int threads, std::uint64_t seed) {
  const int cells = g.rules.size(), lines = static_cast<int>(g.lines.size());
  if (cells <= 64 && lines <= 16 && g.rules.k <= 7) return make<1, 4, 1>(g, memory, threads, seed);
  if (cells <= 64) return make<1, 8, 32>(g, memory, threads, seed);
  return make<7, 8, 188>(g, memory, threads, seed);
}

}  // namespace kinrow
