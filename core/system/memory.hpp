// Large memory directly from the system: zeroed, and returned as soon as it is freed.
#pragma once
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace kinrow {

// Zeroed pages from the system. Throws std::bad_alloc.
void* take_pages(std::uint64_t bytes);
// The same, but if the system allows it, pages count against its memory only once they are touched.
void* reserve_pages(std::uint64_t bytes);
void release_pages(void* pages, std::uint64_t bytes) noexcept;

// An array that counts in full against a memory limit.
template <class T>  // T: plain numbers, for which zeroed bytes are a value
class Pages {
 public:
  Pages() = default;
  explicit Pages(std::size_t size) : data_(static_cast<T*>(take_pages(size * sizeof(T)))), size_(size) {}
  ~Pages() {
    if (data_ != nullptr) release_pages(data_, size_ * sizeof(T));
  }
  Pages(Pages&& other) noexcept { swap(other); }
  Pages& operator=(Pages&& other) noexcept {
    swap(other);
    return *this;
  }
  void swap(Pages& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) {
    assert(i < size_);
    return data_[i];
  }
  T* begin() const { return data_; }
  T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

// The memory of a table that starts small and grows in place between searches.
//
// Address space is reserved for the largest size, and pages are committed as they are touched. So a short search pays
// only for the buckets in use, and they stay in the caches. Huge pages are requested, because faulting in small pages
// takes ten times as long (docs/experiments/alpha-beta.md).
class Reserved {
 public:
  explicit Reserved(std::uint64_t bytes) : bytes_(bytes), data_(static_cast<std::byte*>(reserve_pages(bytes))) {}
  ~Reserved() { release_pages(data_, bytes_); }
  Reserved(const Reserved&) = delete;
  Reserved& operator=(const Reserved&) = delete;

  std::byte* data() const { return data_; }

 private:
  std::uint64_t bytes_;
  std::byte* data_;
};

// The bucket of a hash among `count`; monotone in both.
inline std::uint64_t bucket_of(std::uint64_t hash, std::uint64_t count) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(hash) * count >> 64);
}

inline const std::atomic<bool> never_stopped{false};  // for tables that grow before a search

// Raises `count` to `larger`; move(bucket) empties a bucket and stores its entries again. No search may run meanwhile.
// Growing to gigabytes takes seconds. If `stop` ends it early, the table is as it was before and the result is false.
//
// Why it works: going down from the last bucket, every entry moves to its own bucket or a higher one, which has been
// emptied already; going up again, it returns to where it was.
template <class Move>
bool grow_in_place(std::atomic<std::uint64_t>& count, std::uint64_t larger, const std::atomic<bool>& stop,
                   const Move& move) {
  constexpr std::uint64_t poll_every = 4096;  // buckets: less than a millisecond
  const std::uint64_t old = count;
  assert(old <= larger);
  count = larger;
  for (std::uint64_t i = old; i-- > 0;) {
    move(i);
    if (i % poll_every != 0 || i == 0 || !stop.load(std::memory_order_relaxed)) continue;
    count = old;
    for (std::uint64_t first = i, last = larger; last > first;) move(first++);
    return false;
  }
  return true;
}

}  // namespace kinrow
