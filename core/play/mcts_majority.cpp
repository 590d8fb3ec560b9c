// Line-counting games.
#include "play/mcts_line.hpp"
#include "solve/majority_game.hpp"

namespace kinrow {

std::unique_ptr<Mcts> make_majority_mcts(const Game& g, std::uint64_t memory, int threads, std::uint64_t seed) {
  return with_majority_shape(g, [&]<class Shape>(std::type_identity<Shape>) -> std::unique_ptr<Mcts> {
    return std::make_unique<Uct<MajorityGame<Shape>>>(g, memory, threads, seed);
  });
}

}  // namespace kinrow
