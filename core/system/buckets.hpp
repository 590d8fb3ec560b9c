// Buckets: the memory of a table, buckets of four slots, that begins small and grows in place between searches.
//
// What the words of a slot say is the table's own affair; the first is 0 in an empty one.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "system/memory.hpp"

namespace kinrow {

class Buckets {
 public:
  using Word = std::atomic<std::uint64_t>;
  static constexpr int ways = 4;

  // At most so many bytes, `first` buckets to begin with, slots of `words` words, up to 4.
  Buckets(std::uint64_t most, std::uint64_t first, std::size_t words)
      : words_(words), most_(std::max(most / bucket_bytes(), std::uint64_t{1})), memory_(most_ * bucket_bytes()),
        count_(std::min(first, most_)) {}

  // The first slot of the bucket that a hash names; its others follow.
  Word* of(std::uint64_t hash) const { return at(bucket_of(hash, count_)); }
  std::size_t words() const { return words_; }
  std::uint64_t entries() const { return count_ * ways; }
  std::uint64_t bytes() const { return count_ * bucket_bytes(); }
  bool grown() const { return count_ == most_; }

  // Multiplies the buckets by `factor`, or takes all that is reserved; put(words) stores anew what a slot held. As
  // grow_in_place().
  template <class Put>
  bool grow(std::uint64_t factor, const std::atomic<bool>& stop, const Put& put) {
    return grow_in_place(count_, count_ < most_ / factor ? count_ * factor : most_, stop,
                         [&](std::uint64_t bucket) { move(bucket, put); });
  }
  // use(words) for each slot that is not empty. May run beside a search, and beside grow(): then some may come twice.
  template <class Use>
  void each(const Use& use) const;

 private:
  std::uint64_t bucket_bytes() const { return ways * words_ * sizeof(Word); }
  Word* at(std::uint64_t bucket) const { return reinterpret_cast<Word*>(memory_.data()) + bucket * ways * words_; }
  template <class Put>
  void move(std::uint64_t bucket, const Put& put);

  const std::size_t words_;
  std::uint64_t most_;
  Reserved memory_;
  std::atomic<std::uint64_t> count_;  // read by who saves while it grows
};

template <class Put>
void Buckets::move(std::uint64_t bucket, const Put& put) {
  std::uint64_t slots[ways * 4];
  Word* w = at(bucket);
  for (std::size_t i = 0; i < ways * words_; ++i) {
    slots[i] = w[i].load(std::memory_order_relaxed);
    if (slots[i] != 0) w[i].store(0, std::memory_order_relaxed);
  }
  for (std::size_t i = 0; i < ways * words_; i += words_)
    if (slots[i] != 0) put(slots + i);
}

template <class Use>
void Buckets::each(const Use& use) const {
  std::uint64_t slot[4];
  const Word* w = at(0);
  for (std::uint64_t i = 0; i < entries(); ++i, w += words_) {
    for (std::size_t j = 0; j < words_; ++j) slot[j] = w[j].load(std::memory_order_relaxed);
    if (slot[0] != 0) use(slot);
  }
}

}  // namespace kinrow
