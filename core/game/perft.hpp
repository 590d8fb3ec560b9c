// perft: the number of move sequences of `depth` stones; the usual check of one implementation of rules against
// another.
#pragma once
#include <atomic>
#include <cstdint>

#include "game/game.hpp"

namespace kinrow {

// Games that end earlier do not count. A count that `stop` has ended is meaningless.
std::uint64_t perft(const Game& game, const Board& board, int depth, const std::atomic<bool>& stop);

struct Playout {
  std::vector<int> moves;
  std::vector<int> legal;  // the number of legal moves before each
  int winner = -1;
  int margin = 0;
};
// A random game that depends only on the seed, to be replayed on the reference rules.
Playout random_game(const Game& game, const Board& board, std::uint64_t seed);

}  // namespace kinrow
