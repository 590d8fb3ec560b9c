// Meter: counts the positions that one thread has evaluated for its query, and says when the thread must stop.
//
// A thread adds to the shared counter rarely, because threads that write one word wait for each other.
#pragma once
#include <atomic>
#include <cstdint>

#include "system/search_status.hpp"

namespace kinrow {

class Meter {
 public:
  // `enough` is set by the thread that has found the answer.
  Meter(SearchStatus& status, const std::atomic<bool>& enough) : status_(status), enough_(enough) {}

  void begin(std::uint64_t budget) {
    budget_ = budget;
    positions_ = 0;
  }
  void end() { status_.nodes += positions_ % period; }
  void count() {
    if (++positions_ % period == 0) status_.nodes += period;
  }
  bool over() const {
    return positions_ > budget_ || status_.stop.load(std::memory_order_relaxed) ||
           enough_.load(std::memory_order_relaxed);
  }
  std::uint64_t positions() const { return positions_; }
  SearchStatus& status() { return status_; }

 private:
  static constexpr std::uint64_t period = 512;  // positions between two reports; about 2 ms

  SearchStatus& status_;
  const std::atomic<bool>& enough_;
  std::uint64_t budget_ = 0, positions_ = 0;
};

}  // namespace kinrow
