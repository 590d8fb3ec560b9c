// Buckets: the memory of a table, buckets of four slots, that begins small and grows in place between searches.
//
// Address space is reserved for the most, pages come as they are touched: a short question pays for no more than the
// buckets in use, and stays in the caches. Huge pages, where the system lends them: a GiB of small ones costs half a
// second of faults, of huge ones a tenth of that. What the words of a slot say is the table's own affair; the first
// is 0 in an empty one.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinrow {

// Spreads the bits of a word over the whole of it.
inline std::uint64_t mix(std::uint64_t h) {
  h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93ULL;
  h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93ULL;
  return h ^ (h >> 32);
}

class Buckets {
 public:
  using Word = std::atomic<std::uint64_t>;
  static constexpr int ways = 4;

  // At most so many bytes, `first` buckets to begin with, slots of `words` words, up to 4.
  Buckets(std::uint64_t most, std::uint64_t first, std::size_t words);
  ~Buckets();
  Buckets(const Buckets&) = delete;
  Buckets& operator=(const Buckets&) = delete;

  // The first slot of the bucket that a hash names; its others follow.
  Word* of(std::uint64_t hash) const { return at(scale(hash, count_)); }
  std::size_t words() const { return words_; }
  std::uint64_t entries() const { return count_ * ways; }
  std::uint64_t bytes() const { return count_ * bucket_bytes(); }
  bool grown() const { return count_ == most_; }

  // Multiplies the buckets by `factor`, or takes all that is reserved; put(words) stores anew what a slot held. Not
  // while searched. Growing to gigabytes takes seconds: `stop` ends it, all is then as it was. False where it was so.
  template <class Put>
  bool grow(std::uint64_t factor, const std::atomic<bool>& stop, const Put& put);
  // use(words) for each slot that is not empty. May run beside a search, and beside grow(): then some may come twice.
  template <class Use>
  void each(const Use& use) const;

 private:
  __extension__ using Wide = unsigned __int128;
  static std::uint64_t scale(std::uint64_t hash, std::uint64_t count) {
    return static_cast<std::uint64_t>(static_cast<Wide>(hash) * count >> 64);
  }
  std::uint64_t bucket_bytes() const { return ways * words_ * sizeof(Word); }
  Word* at(std::uint64_t bucket) const { return memory_ + bucket * ways * words_; }
  template <class Put>
  void move(std::uint64_t bucket, const Put& put);

  Word* memory_ = nullptr;
  const std::size_t words_;
  std::uint64_t most_;
  std::atomic<std::uint64_t> count_;  // read by who saves while it grows
};

// The index is monotone in the hash and in the number of buckets, so going down from the last one every entry moves
// to a bucket at or above its own that has been emptied already; and going up again, back to where it was.
template <class Put>
bool Buckets::grow(std::uint64_t factor, const std::atomic<bool>& stop, const Put& put) {
  const std::uint64_t old = count_, larger = old < most_ / factor ? old * factor : most_;
  count_ = larger;
  for (std::uint64_t i = old; i-- > 0;) {
    move(i, put);
    if (i % 4096 != 0 || i == 0 || !stop.load(std::memory_order_relaxed)) continue;
    count_ = old;
    for (std::uint64_t j = static_cast<std::uint64_t>(static_cast<Wide>(i) * larger / old); j < larger; ++j)
      move(j, put);
    return false;
  }
  return true;
}

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
  const Word* w = memory_;
  for (std::uint64_t i = 0; i < entries(); ++i, w += words_) {
    for (std::size_t j = 0; j < words_; ++j) slot[j] = w[j].load(std::memory_order_relaxed);
    if (slot[0] != 0) use(slot);
  }
}

}  // namespace kinrow
