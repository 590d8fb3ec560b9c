// Effort: how much of its allowance a search has spent, and when it must end.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>

namespace kinrow {

class Effort {
 public:
  using Clock = std::chrono::steady_clock;

  Effort(std::atomic<bool>& stop, std::atomic<std::uint64_t>& nodes) : stop_(stop), nodes_(nodes) {}
  void start(Clock::time_point deadline) {
    deadline_ = deadline;
    over_ = false;
    spent_ = 0;
  }
  // Counts a stone; whether the search is over.
  bool spend() {
    if ((++spent_ & 63) == 0) {
      nodes_ += 64;
      over_ = over_ || stop_.load(std::memory_order_relaxed) || late();
    }
    return over_;
  }
  bool over() const { return over_; }
  std::uint64_t spent() const { return spent_; }
  bool timed() const { return deadline_.time_since_epoch().count() != 0; }
  bool late() const { return timed() && Clock::now() >= deadline_; }

 private:
  std::atomic<bool>& stop_;
  std::atomic<std::uint64_t>& nodes_;
  Clock::time_point deadline_{};
  bool over_ = false;
  std::uint64_t spent_ = 0;
};

}  // namespace kinrow
