// Barrier: a reusable barrier for threads.
//
// It is std::barrier, except on Windows, where that of GCC 12 hangs with three threads or more (see waitable.hpp).
#pragma once
#ifndef _WIN32
#include <barrier>

namespace kinrow {
using Barrier = std::barrier<>;
}  // namespace kinrow

#else
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace kinrow {

class Barrier {
 public:
  explicit Barrier(int threads) : expected_(threads), missing_(threads) {}

  void arrive_and_wait() {
    std::unique_lock lock(mutex_);
    const std::uint64_t now = phase_;
    if (!arrive()) released_.wait(lock, [&] { return phase_ != now; });
  }
  void arrive_and_drop() {
    const std::lock_guard lock(mutex_);
    --expected_;
    arrive();
  }

 private:
  bool arrive() {  // whether the phase is over
    if (--missing_ > 0) return false;
    missing_ = expected_;
    ++phase_;
    released_.notify_all();
    return true;
  }

  std::mutex mutex_;
  std::condition_variable released_;
  int expected_, missing_;
  std::uint64_t phase_ = 0;
};

}  // namespace kinrow
#endif
