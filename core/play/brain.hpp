// Brain: a move for boards too large to solve, within a hard limit of time.
//
// Alpha-beta with iterative deepening, a transposition table and few, well-ordered moves. Where a game is "k in a row
// wins" with single stones it knows shapes (pattern_board.hpp) and searches threat sequences first: wins by fours
// alone and by fours and open threes (Allis 1994), its own at the root and the leaves, the other side's against each
// of its own moves. Every other game of the family is played by the counts of its lines (count_board.hpp).
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "game/game.hpp"

namespace kinrow {

constexpr int sure_win = 30000;  // less the stones until the end; what is above far_win is a forced win as seen
constexpr int far_win = 20000;

struct BrainResult {
  int cell = -1;
  int score = 0;          // for the side to move
  int depth = 0;          // of the last whole iteration; 0 where a threat search or the rules decided
  std::vector<int> line;  // of best play, as far as seen
  std::uint64_t nodes = 0;
};

struct BrainLimits {
  int depth = 0;                                              // 0: none
  std::chrono::steady_clock::time_point start{}, deadline{};  // the epoch: none
};

class Brain {
 public:
  virtual ~Brain() = default;
  // With one thread and a limit of depth alone, a function of the boards searched since forget().
  virtual BrainResult search(const Board& board, const BrainLimits& limits) = 0;
  virtual BrainResult glance(const Board& board) = 0;  // at once, without a search
  virtual void forget() = 0;

  // The best so far, for a thread that cannot wait any longer: where processors are scarce the one that searches may
  // be set aside for longer than a move lasts.
  void tell(const BrainResult& found) {
    const std::lock_guard lock(mutex_);
    best_ = found;
  }
  BrainResult best() const {
    const std::lock_guard lock(mutex_);
    return best_;
  }

  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> nodes{0};  // of the search under way
  std::atomic<int> depth{0};

 private:
  mutable std::mutex mutex_;
  BrainResult best_;
};

std::unique_ptr<Brain> make_brain(const Game& game, std::uint64_t memory, int threads);

}  // namespace kinrow
