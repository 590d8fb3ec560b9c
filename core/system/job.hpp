// Job: long work on a thread of its own, one piece at a time: begun, waited for in slices, ended early by its flag.
#pragma once
#include <atomic>
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

  // The work before must have ended, and the flag is the caller's to clear.
  template <class Work>
  void begin(Work work) {
    done_ = false;
    thread_ = Thread([this, work = std::move(work)]() mutable {
      const Done done{*this};
      work();
    });
  }

  // True once the work is done, or if there is none; an exception of its own is thrown here, once.
  bool wait(double seconds) {
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
