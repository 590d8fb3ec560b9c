// Job: long work on a thread of its own, one piece at a time: begun, waited for in slices, ended early by its flag.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace kinrow {

class Job {
 public:
  explicit Job(std::atomic<bool>& stop) : stop_(stop) {}  // `stop` is what the work looks at
  ~Job() { end(); }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // The work before must have ended, and the flag is the caller's to clear.
  template <class Work>
  void begin(Work work) {
    done_ = false;
    error_ = nullptr;
    thread_ = std::thread([this, work = std::move(work)]() mutable {
      std::exception_ptr error;
      try {
        work();
      } catch (...) {
        error = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      error_ = error;
      done_ = true;
      finished_.notify_all();
    });
  }

  // True once the work is done, or where there is none; an exception of its own is thrown here.
  bool wait(double seconds) {
    if (!thread_.joinable()) return true;
    std::unique_lock lock(mutex_);
    if (!finished_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return done_; })) return false;
    if (error_) std::rethrow_exception(error_);
    lock.unlock();
    thread_.join();
    return true;
  }

  void end() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::atomic<bool>& stop_;
  std::mutex mutex_;
  std::condition_variable finished_;
  bool done_ = false;
  std::exception_ptr error_;
  std::thread thread_;
};

}  // namespace kinrow
