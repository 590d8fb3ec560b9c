// Census: every position that play from the empty board can reach, counted ply by ply.
//
// Only one position of each symmetry class is expanded; the size of its orbit counts the others, and the number of
// move sequences that lead to the class is carried along, so that complete games are counted in the same pass.
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

// Takes no more than `memory` bytes for its two frontiers; stops honestly where that, or `stop`, ends it.
Census census(const Game& game, std::uint64_t memory, CensusProgress& progress);

}  // namespace kinrow
