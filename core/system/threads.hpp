// Threads with stacks of a known size, whose exceptions reach the caller.
//
// std::thread leaves the stack to the platform (512 KiB on macOS, 128 KiB with musl), and an exception that leaves its
// function ends the process.
#pragma once
#include <pthread.h>
#include <unistd.h>

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "system/barrier.hpp"

namespace kinrow {

class Thread {
 public:
  // A search uses up to 20 KiB per ply on a board of 484 cells, 10 MiB in all; address space is cheap.
  static constexpr std::size_t stack_bytes = std::size_t{16} << 20;

  Thread() = default;
  // Runs work(true); or work(false), which must return at once, if there is not even the memory to throw an exception.
  // Throws std::system_error if the system has no more threads.
  explicit Thread(std::function<void(bool)> work, std::size_t stack = stack_bytes);
  ~Thread() { wait(); }
  Thread(Thread&&) noexcept = default;
  Thread& operator=(Thread&& other) noexcept {
    wait();
    task_ = std::move(other.task_);
    return *this;
  }

  bool joinable() const { return task_ != nullptr; }
  // Waits until the work has ended; rethrows the exception that it threw, if any; std::bad_alloc after work(false).
  void join() {
    if (const std::exception_ptr error = wait()) std::rethrow_exception(error);
  }
  // For a child process, in which the parent's threads do not exist: there is nothing to wait for.
  void forget() { task_.reset(); }

 private:
  struct Task {
    std::function<void(bool)> work;
    std::exception_ptr error;
    pthread_t thread;
  };
  static void* enter(void* task) noexcept;
  std::exception_ptr wait() noexcept;

  std::unique_ptr<Task> task_;
};

// The threads that help the caller of a pool. They belong to the process that started them; in its child processes they
// are missing, and start anew.
class Helpers {
 public:
  bool started() const { return process_ == getpid(); }
  int size() const { return static_cast<int>(threads_.size()); }
  // Starts help(1), …, help(count): fewer if the system has no more threads, or no memory for one.
  void start(int count, std::size_t stack, const std::function<void(int)>& help);
  // Waits until all helpers of this process have returned; signal() tells them to, and is called if there are any.
  void end(const std::function<void()>& signal);

 private:
  bool begin(int i, std::size_t stack, const std::function<void(int)>& help);

  pid_t process_ = 0;  // in which they run; 0 before they start
  std::vector<Thread> threads_;
};

// The first exception of several threads, for the caller of a pool.
class FirstError {
 public:
  void keep(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
  }
  void rethrow() {  // once, after the threads have ended
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

 private:
  std::mutex mutex_;
  std::exception_ptr error_;
};

// A few threads that share one job after another. The caller is one of them. The others start with the first job, so a
// pool that is never used costs nothing.
class ThreadPool {
 public:
  explicit ThreadPool(int threads, std::size_t stack = Thread::stack_bytes) : wanted_(threads), stack_(stack) {}
  ~ThreadPool() { dismiss(); }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // The number of threads, including the caller; fewer than requested if the system has no more.
  int size() {
    if (wanted_ > 1) start();
    return helpers_.size() + 1;
  }
  // Runs work(i) for every i below size() in parallel. If one throws, failed() is called at once, so that it can stop
  // the others; when all have ended, the first exception is rethrown here.
  template <class Work, class Failed>
  void run(const Work& work, const Failed& failed) {
    if (size() == 1) return work(0);
    work_ = [this, &work, &failed](int i) {
      try {
        work(i);
      } catch (...) {
        error_.keep(std::current_exception());
        failed();
      }
    };
    meet_->arrive_and_wait();
    work_(0);
    meet_->arrive_and_wait();
    error_.rethrow();
  }
  template <class Work>
  void run(const Work& work) {
    run(work, [] {});
  }

 private:
  void start();
  void dismiss();
  void help(int i);

  const int wanted_;
  const std::size_t stack_;
  std::optional<Barrier> meet_;
  bool over_ = false;
  std::function<void(int)> work_;
  FirstError error_;
  Helpers helpers_;
};

}  // namespace kinrow
