// perft: how many move sequences lead `depth` stones on; the classic check of move rules against a second telling.
#pragma once
#include <atomic>
#include <cstdint>

#include "game/game.hpp"

namespace kinrow {

// Games that end earlier do not count. `stop` is polled; a stopped count is meaningless.
std::uint64_t perft(const Game& game, const Board& board, int depth, const std::atomic<bool>& stop);

struct Playout {
  std::vector<int> moves;
  std::vector<int> legal;  // how many moves were legal before each
  int winner = -1;
  int margin = 0;
};
// A game by a small deterministic generator (splitmix64), to be replayed on the reference rules.
Playout random_game(const Game& game, const Board& board, std::uint64_t seed);

}  // namespace kinrow
