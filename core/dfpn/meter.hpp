// Meter: how many positions one thread has looked at for its query, and when it must end.
#pragma once
#include <atomic>
#include <cstdint>

#include "system/shared.hpp"

namespace kinrow {

class Meter {
 public:
  // `enough`: set by the thread that has found the answer.
  Meter(Shared& shared, const std::atomic<bool>& enough) : shared_(shared), enough_(enough) {}

  void begin(std::uint64_t budget) {
    budget_ = budget;
    looked_ = 0;
  }
  void end() { shared_.nodes += looked_ % period; }
  void count() {
    if (++looked_ % period == 0) shared_.nodes += period;
  }
  bool over() const {
    return looked_ > budget_ || shared_.stop.load(std::memory_order_relaxed) || enough_.load(std::memory_order_relaxed);
  }
  std::uint64_t looked() const { return looked_; }
  Shared& shared() { return shared_; }

 private:
  static constexpr std::uint64_t period = 512;  // positions between two reports: about 2 ms

  Shared& shared_;
  const std::atomic<bool>& enough_;
  std::uint64_t budget_ = 0, looked_ = 0;
};

}  // namespace kinrow
