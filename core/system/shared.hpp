// Shared: what the threads of one search have in common besides the table: stop flags, counters, moves under way.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

namespace kinrow {

struct Shared {
  std::atomic<bool> stop{false};      // asked for from outside
  std::atomic<bool> answered{false};  // another thread has the answer
  std::atomic<std::uint64_t> nodes{0};
  std::atomic<std::uint64_t> done{0};   // boards of a batch
  std::atomic<int> depth{0};            // the deepest ply seen
  std::atomic<int> move{0}, moves{0};   // at the root: which of how many
  std::atomic<int> lower{0}, upper{0};  // bounds so far on the position asked about

  void begin() {  // another question; bounds and root moves are told by who answers it
    stop = false;
    nodes = done = 0;
    depth = 0;
  }
};

// Which moves some thread is looking into right now, so that another one may take a different one first (after
// T. Kerrigan's simplified ABDADA). A wrong answer here only changes the order of moves, so collisions do no harm.
class UnderWay {
 public:
  bool busy(std::uint64_t move) const { return slot(move).load(std::memory_order_relaxed) == move; }
  void enter(std::uint64_t move) { slot(move).store(move, std::memory_order_relaxed); }
  void leave(std::uint64_t move) {
    if (busy(move)) slot(move).store(0, std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint64_t>& slot(std::uint64_t move) { return slots_[move >> 52]; }
  const std::atomic<std::uint64_t>& slot(std::uint64_t move) const { return slots_[move >> 52]; }
  std::array<std::atomic<std::uint64_t>, 4096> slots_{};
};

}  // namespace kinrow
