// Buckets: the memory of a hash table, in buckets of four slots. It starts small and grows in place between searches.
//
// The table that uses it defines the words of a slot; the first word of an empty slot is 0.
#pragma once
#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "system/bucket_count.hpp"
#include "system/memory.hpp"

namespace kinrow {

class Buckets {
 public:
  using Word = std::atomic<std::uint64_t>;
  static constexpr int ways = 4;  // slots per bucket: with words of 8 bytes, one or two cache lines
  static constexpr std::size_t most_words = 4;

  // Uses at most `most` bytes, and `first` buckets at first. A slot has `words` words, at most `most_words`.
  Buckets(std::uint64_t most, std::uint64_t first, std::size_t words)
      : words_(words), count_(first, std::max(most / bucket_bytes(), std::uint64_t{1})),
        memory_(count_.most() * bucket_bytes()) {
    assert(0 < words && words <= most_words);
  }

  // The first slot of the bucket of a hash; the others follow it.
  Word* of(std::uint64_t hash) const { return at(count_.of(hash)); }
  std::size_t words() const { return words_; }
  std::uint64_t entries() const { return count_.filled() * ways; }
  std::uint64_t bytes() const { return count_.used() * bucket_bytes(); }
  bool grown() const { return count_.grown(); }

  // Multiplies the number of buckets by `factor`, up to all that is reserved; put(words) stores the contents of a slot
  // again. See BucketCount.
  template <class Put>
  void grow(std::uint64_t factor, const std::atomic<bool>& stop, const Put& put) {
    count_.grow(factor, stop, [&](std::uint64_t bucket) { move(bucket, put); });
  }
  // Calls use(words) for each slot that is not empty. May run during a search, and during grow(); some entries may then
  // come twice.
  template <class Use>
  void each(const Use& use) const;

 private:
  std::uint64_t bucket_bytes() const { return ways * words_ * sizeof(Word); }
  Word* at(std::uint64_t bucket) const { return reinterpret_cast<Word*>(memory_.data()) + bucket * ways * words_; }
  template <class Put>
  void move(std::uint64_t bucket, const Put& put);

  const std::size_t words_;
  BucketCount count_;
  Reserved memory_;
};

template <class Put>
void Buckets::move(std::uint64_t bucket, const Put& put) {
  std::uint64_t slots[ways * most_words];
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
  std::uint64_t slot[most_words];
  const Word* w = at(0);
  for (std::uint64_t i = 0; i < count_.used() * ways; ++i, w += words_) {
    for (std::size_t j = 0; j < words_; ++j) slot[j] = w[j].load(std::memory_order_relaxed);
    if (slot[0] != 0) use(slot);
  }
}

}  // namespace kinrow
