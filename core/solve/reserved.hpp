// Reserved: the memory of a table that begins small and grows in place between searches.
//
// Address space is reserved for the most, pages come as they are touched: a short question pays for no more than the
// buckets in use, and stays in the caches. Huge pages, where the system lends them: a GiB of small ones costs half a
// second of faults, of huge ones a tenth of that.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kinrow {

// All zeros at first.
class Reserved {
 public:
  explicit Reserved(std::uint64_t bytes);
  ~Reserved();
  Reserved(const Reserved&) = delete;
  Reserved& operator=(const Reserved&) = delete;

  std::byte* data() const { return data_; }

 private:
  std::uint64_t bytes_;
  std::byte* data_;
};

// Which of `count` buckets is a hash's: monotone in both.
inline std::uint64_t bucket_of(std::uint64_t hash, std::uint64_t count) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(hash) * count >> 64);
}

// Raises `count` to `larger`; move(bucket) empties a bucket and stores anew what it held. Not while searched. Growing
// to gigabytes takes seconds: `stop` ends it, all is then as it was. False where it was so.
//
// Going down from the last bucket every entry moves to one at or above its own that has been emptied already; and going
// up again, back to where it was.
template <class Move>
bool grow_in_place(std::atomic<std::uint64_t>& count, std::uint64_t larger, const std::atomic<bool>& stop,
                   const Move& move) {
  const std::uint64_t old = count;
  count = larger;
  for (std::uint64_t i = old; i-- > 0;) {
    move(i);
    if (i % 4096 != 0 || i == 0 || !stop.load(std::memory_order_relaxed)) continue;
    count = old;
    for (std::uint64_t first = i, last = larger; last > first;) move(first++);
    return false;
  }
  return true;
}

}  // namespace kinrow
