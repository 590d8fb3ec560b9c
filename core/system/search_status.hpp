// SearchStatus and ActiveMoves: what the threads of one search share besides the table: the stop flag, counters for the
// caller, and the moves that are being searched.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

namespace kinrow {

constexpr std::uint64_t unlimited = ~std::uint64_t{0};  // a budget of nodes

struct SearchStatus {
  std::atomic<bool> stop{false};      // set by the caller
  std::atomic<bool> answered{false};  // set by the thread that has the answer
  std::atomic<std::uint64_t> nodes{0};
  std::atomic<std::uint64_t> boards{0};  // of a batch, that are done
  std::atomic<std::uint64_t> bytes{0};   // of a proof, that are written
  std::atomic<int> depth{0};             // the deepest ply seen
  std::atomic<int> move{0}, moves{0};    // at the root: settled moves, all moves
  std::atomic<int> lower{0}, upper{0};   // bounds so far on the value of the position

  void begin() {  // a new query; the search that answers it sets bounds and root moves
    stop = false;
    nodes = boards = bytes = 0;
    depth = 0;
  }
  void bound(int least, int most) {
    lower = least;
    upper = most;
  }
};

// The moves that some thread is searching at this moment, so that another thread takes a different one first
// (simplified ABDADA, Kerrigan). A wrong answer only changes the order of moves, so collisions do no harm.
class ActiveMoves {
 public:
  bool busy(std::uint64_t move) const { return slot(move).load(std::memory_order_relaxed) == move; }
  void enter(std::uint64_t move) { slot(move).store(move, std::memory_order_relaxed); }
  void leave(std::uint64_t move) {
    if (busy(move)) slot(move).store(0, std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint64_t>& slot(std::uint64_t move) { return slots_[move >> (64 - slots_log2)]; }
  const std::atomic<std::uint64_t>& slot(std::uint64_t move) const { return slots_[move >> (64 - slots_log2)]; }
  static constexpr int slots_log2 = 12;  // far more slots than moves at a time
  std::array<std::atomic<std::uint64_t>, std::size_t{1} << slots_log2> slots_{};
};

}  // namespace kinrow
