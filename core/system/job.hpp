// Job: work on a background thread, one piece at a time: it is begun, waited for in slices, and ended early by a flag.
#pragma once
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "system/threads.hpp"

namespace kinrow {

class Job {
 public:
  explicit Job(std::atomic<bool>& stop) : stop_(stop) {}  // the flag that the work polls
  ~Job() { end(); }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // The previous work must have ended, and the caller must have cleared the flag.
  template <class Work>
  void begin(Work work) {
    assert(!thread_.joinable() && !stop_);
    done_ = false;
    thread_ = Thread([this, work = std::move(work)](bool ready) mutable {
      const Done done{*this};
      if (ready) work();
    });
  }

  // True once the work is done, or if there is none. If the work threw an exception, it is rethrown here, once.
  [[nodiscard]] bool wait(double seconds) {
    if (!thread_.joinable()) return true;
    std::unique_lock lock(mutex_);
    if (!finished_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return done_; })) return false;
    lock.unlock();
    thread_.join();
    return true;
  }

  void end() {
    stop_ = true;
    thread_ = Thread();
  }

 private:
  struct Done {
    Job& job;
    ~Done() {
      const std::lock_guard lock(job.mutex_);
      job.done_ = true;
      job.finished_.notify_all();
    }
  };

  std::atomic<bool>& stop_;
  std::mutex mutex_;
  std::condition_variable finished_;
  bool done_ = false;
  Thread thread_;
};

}  // namespace kinrow
