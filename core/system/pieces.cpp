#include "system/pieces.hpp"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace kinrow {

namespace {

// How often a helper checks for work before it sleeps, some 4 microseconds: waking it would take longer than most work.
constexpr int patience = 200;

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

void PiecePool::share(int n, std::function<void(int, int)> work) {
  start();
  n_ = n;
  pieces_ = (n + piece_ - 1) / piece_;
  work_ = std::move(work);
  unfinished_ = pieces_;
  const std::uint32_t round = round_ + 1;
  for (int i = 0; i < wanted_; ++i)
    shares_[i].open =
        static_cast<std::uint64_t>(round) << 32 | static_cast<std::uint32_t>(first_of(i + 1) - first_of(i));
  round_ = round;
  round_.notify_all();
  take_all(0, round);
  for (int i = 0; i < patience && unfinished_ > 0; ++i) relax();
  for (int left = unfinished_; left > 0; left = unfinished_) unfinished_.wait(left);
}

void PiecePool::take_all(int mine, std::uint32_t round) {
  for (int i = 0; i < wanted_; ++i)
    while (take((mine + i) % wanted_, round)) {
    }
}

bool PiecePool::take(int share, std::uint32_t round) {
  std::atomic<std::uint64_t>& shared = shares_[share].open;
  std::uint64_t open = shared;
  do {
    if (open >> 32 != round || static_cast<std::uint32_t>(open) == 0) return false;
  } while (!shared.compare_exchange_weak(open, open - 1));
  const int from = (first_of(share) + static_cast<int>(static_cast<std::uint32_t>(open)) - 1) * piece_;
  work_(from, std::min(from + piece_, n_));
  if (--unfinished_ == 0) unfinished_.notify_all();
  return true;
}

void PiecePool::start() {
  if (process_ == getpid()) return;
  dismiss();
  process_ = getpid();
  try {
    for (int i = 1; i < wanted_; ++i) helpers_.emplace_back([this, i] { help(i); });
  } catch (const std::exception&) {  // no more threads, or no memory for one: continue with those that started
  }
}

void PiecePool::dismiss() {
  if (process_ != getpid()) {  // in a child process, or never started
    for (Thread& helper : helpers_) helper.forget();
  } else {
    over_ = true;
    ++round_;
    round_.notify_all();
  }
  helpers_.clear();
}

void PiecePool::help(int mine) {
  for (std::uint32_t seen = 0;;) {
    for (int i = 0; i < patience && round_ == seen; ++i) relax();
    round_.wait(seen);
    if (over_) return;
    seen = round_;
    take_all(mine, seen);
  }
}

}  // namespace kinrow
