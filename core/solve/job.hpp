// Job: one piece of long work on a thread of its own, to be waited for in slices.
#pragma once
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace kinrow {

class Job {
 public:
  template <class Work>
  explicit Job(Work work)
      : thread_([this, work = std::move(work)]() mutable {
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
        }) {}
  ~Job() { thread_.join(); }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // True once the work is done; an exception of its own is thrown here.
  bool wait(double seconds) {
    std::unique_lock lock(mutex_);
    finished_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return done_; });
    if (error_) std::rethrow_exception(error_);
    return done_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable finished_;
  bool done_ = false;
  std::exception_ptr error_;
  std::thread thread_;  // last: it uses the others from its first moment
};

}  // namespace kinrow
