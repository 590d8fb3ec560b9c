// Census: counts every position reachable from the empty board, ply by ply.
//
// Only one position of each symmetry class is expanded; the size of its orbit gives the others. The number of move
// sequences that lead to a class is kept with it, so that the same pass counts complete games.
#pragma once
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "game/game.hpp"

namespace kinrow {

struct PlyCensus {
  std::uint64_t positions = 0, canonical = 0, canonical_finished = 0;
  std::uint64_t by_result[3] = {};  // finished positions won by X, won by O, drawn
  std::string games[3];             // move sequences that end at this ply, by result, in decimal (up to 128 bits)
};

struct CensusProgress {
  std::atomic<std::uint64_t> positions{0};
  std::atomic<int> ply{0};
  std::atomic<bool> stop{false};
};

struct Census {
  std::vector<PlyCensus> plies;  // whole plies only
  bool complete = true;
  bool out_of_memory = false;
};

// Uses at most `memory` bytes for its two frontiers, which the threads share. If these are too few, or `stop` is set,
// it returns the whole plies counted so far.
Census census(const Game& game, std::uint64_t memory, int threads, CensusProgress& progress);

}  // namespace kinrow
