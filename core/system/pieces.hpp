// PiecePool: threads that share one short job after another, so short that no thread may wait for another.
//
// A range is cut into pieces. Each thread has its own share of them, always the same, so that its data stay in its
// cache; a thread that is done helps the others. The caller takes pieces too, so a helper that sleeps, or that the
// system is not running, delays nothing: the caller waits only for pieces that were begun. If the work throws, the
// other pieces are still taken; then the caller gets the first exception.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "system/threads.hpp"
#include "system/waitable.hpp"

namespace kinrow {

class PiecePool {
 public:
  // `piece`: how many indices of a range a thread takes at once.
  PiecePool(int threads, int piece) : wanted_(threads), piece_(piece), shares_(threads) {}
  ~PiecePool() { dismiss(); }
  PiecePool(const PiecePool&) = delete;
  PiecePool& operator=(const PiecePool&) = delete;

  // Runs work(from, to) on pieces of 0, …, n-1, in any order and in parallel.
  template <class Work>
  void run(int n, const Work& work) {
    if (wanted_ == 1 || n <= piece_) return work(0, n);
    share(n, work);
  }
  // The least of the indices that find(from, to) gives for pieces of 0, …, n-1; -1 if it gives -1 for all of them.
  template <class Find>
  int least(int n, const Find& find) {
    std::atomic<int> least{n};
    run(n, [&](int from, int to) {
      const int found = find(from, to);
      for (int seen = least; found >= 0 && found < seen && !least.compare_exchange_weak(seen, found);) {
      }
    });
    return least == n ? -1 : least.load();
  }

 private:
  // How many pieces of a share are left, below the number of the round, so that a late helper cannot mistake a piece of
  // a later round for one of an earlier.
  struct alignas(64) Share {
    std::atomic<std::uint64_t> open{0};
  };
  void share(int n, std::function<void(int, int)> work);
  void take_all(int mine, std::uint32_t round);  // all pieces that are left in this round
  bool take(int share, std::uint32_t round);     // one of them; false if none is left
  int first_of(int share) const { return static_cast<int>(static_cast<std::int64_t>(pieces_) * share / wanted_); }
  void start();
  void dismiss();
  void help(int mine);

  const int wanted_, piece_;
  int n_ = 0, pieces_ = 0;
  std::function<void(int, int)> work_;
  std::vector<Share> shares_;
  Waitable<std::uint32_t> round_{0};
  Waitable<int> unfinished_{0};
  std::atomic<bool> over_{false};
  FirstError error_;
  Helpers helpers_;
};

}  // namespace kinrow
