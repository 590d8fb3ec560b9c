// Waitable: a number that threads wait for until it changes.
//
// It is std::atomic, except on Windows, where that of GCC 12 reads the number before it takes the lock that it sleeps
// under. So it misses a change in between and sleeps on.
#pragma once
#include <atomic>
#ifdef _WIN32
#include <condition_variable>
#include <mutex>
#endif

namespace kinrow {

#ifndef _WIN32

template <class T>
using Waitable = std::atomic<T>;

#else

template <class T>
class Waitable : public std::atomic<T> {
 public:
  using std::atomic<T>::atomic;
  using std::atomic<T>::operator=;

  void wait(T old) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return this->load() != old; });
  }
  // Must be called after the change, without a lock.
  void notify_all() {
    mutex_.lock();  // whoever saw the old number is asleep by then
    mutex_.unlock();
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
};

#endif

}  // namespace kinrow
