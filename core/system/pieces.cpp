#include "system/pieces.hpp"

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
  error_.rethrow();
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
  try {
    work_(from, std::min(from + piece_, n_));
  } catch (...) {
    error_.keep(std::current_exception());
  }
  if (--unfinished_ == 0) unfinished_.notify_all();
  return true;
}

void PiecePool::start() {
  if (helpers_.started()) return;
  dismiss();
  helpers_.start(wanted_ - 1, Thread::stack_bytes, [this](int i) { help(i); });
}

void PiecePool::dismiss() {
  helpers_.end([this] {
    over_ = true;
    ++round_;
    round_.notify_all();
  });
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
