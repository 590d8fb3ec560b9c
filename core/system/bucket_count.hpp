// BucketCount: how many buckets a hash table uses. The table grows in place, between searches.
//
// Growing to gigabytes takes seconds. It may be stopped in the middle; the table works as it is then, and the next call
// goes on from there. So a table also grows if no search lasts long enough to do it at once.
//
// Why it works: the buckets are emptied from the last one down, and their entries stored again. An entry moves to its
// own bucket or a higher one, so never to one that has not been emptied yet.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>

namespace kinrow {

// The bucket of a hash among `count`; monotone in both.
inline std::uint64_t bucket_of(std::uint64_t hash, std::uint64_t count) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(hash) * count >> 64);
}

inline const std::atomic<bool> never_stopped{false};  // for tables that grow before a search

class BucketCount {
 public:
  BucketCount(std::uint64_t first, std::uint64_t most) : most_(most), old_(std::min(first, most)), count_(old_) {}

  // The bucket of a hash.
  std::uint64_t of(std::uint64_t hash) const {
    if (left_ != 0) [[unlikely]]
      return meanwhile(hash);
    return bucket_of(hash, used());
  }
  // How many buckets may hold entries. A checkpoint may ask while the table grows.
  std::uint64_t used() const { return count_.load(std::memory_order_relaxed); }
  // How many there are to fill: less than used() until the table has grown.
  std::uint64_t filled() const { return left_ != 0 ? old_ : used(); }
  std::uint64_t most() const { return most_; }
  bool grown() const { return filled() == most_; }

  // Multiplies the number of buckets by `factor`, or goes on with doing so; move(bucket) empties a bucket and stores
  // its entries again. No search may run meanwhile. If `stop` ends it early, it is not finished.
  template <class Move>
  void grow(std::uint64_t factor, const std::atomic<bool>& stop, const Move& move) {
    constexpr std::uint64_t poll_every = 4096;  // buckets: less than a millisecond
    if (left_ == 0) {
      left_ = old_ = used();
      count_ = old_ < most_ / factor ? old_ * factor : most_;
    }
    while (left_ != 0) {
      if (left_ % poll_every == 0 && stop.load(std::memory_order_relaxed)) return;
      move(--left_);
    }
  }

 private:
  [[gnu::noinline]] std::uint64_t meanwhile(std::uint64_t hash) const {
    const std::uint64_t old = bucket_of(hash, old_);
    return old < left_ ? old : bucket_of(hash, used());
  }

  std::uint64_t most_, old_;  // old_: before the table began to grow
  std::uint64_t left_ = 0;    // how many of these are still to be emptied
  std::atomic<std::uint64_t> count_;
};

}  // namespace kinrow
