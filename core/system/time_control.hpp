// TimeControl: counts the stones that a search plays, and says when its time, or its number of stones, is used up.
//
// The clock is read every 16 stones, which take tens of microseconds at most; reading it takes a tenth of the time of a
// stone.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace kinrow {

// Whether there is such a moment: the epoch means none.
inline bool is_set(std::chrono::steady_clock::time_point moment) { return moment.time_since_epoch().count() != 0; }

// The moment that is so many seconds later, three years at most: a clock could not count many more.
inline std::chrono::steady_clock::time_point after(std::chrono::steady_clock::time_point start, double seconds) {
  const std::chrono::duration<double> span(std::min(seconds, 1e8));
  return start + std::chrono::duration_cast<std::chrono::steady_clock::duration>(span);
}

class TimeControl {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = Clock::time_point (*)();
  static constexpr std::uint64_t every = 16;

  TimeControl(std::atomic<bool>& stop, std::atomic<std::uint64_t>& nodes, Now now = &Clock::now)
      : stop_(stop), nodes_(nodes), now_(now) {}
  // `most`: the stones of all searches that share the counter; 0: no limit.
  void start(Clock::time_point deadline, std::uint64_t most = 0) {
    deadline_ = deadline;
    most_ = most > 0 ? most : std::numeric_limits<std::uint64_t>::max();
    over_ = false;
    spent_ = 0;
  }
  // Counts a stone; returns whether the search is over.
  bool spend() {
    if (++spent_ % every == 0) {
      const std::uint64_t all = nodes_ += every;
      over_ = over_ || stop_.load(std::memory_order_relaxed) || all >= most_ || late();
    }
    return over_;
  }
  bool over() const { return over_; }
  std::uint64_t spent() const { return spent_; }
  bool late() const { return is_set(deadline_) && now_() >= deadline_; }

 private:
  std::atomic<bool>& stop_;
  std::atomic<std::uint64_t>& nodes_;
  const Now now_;
  Clock::time_point deadline_{};
  bool over_ = false;
  std::uint64_t spent_ = 0, most_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace kinrow
