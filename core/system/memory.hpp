// Large memory straight from the system, zeroed, and given back at once when it is freed.
#pragma once
#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace kinrow {

// An array whose size is counted in full against a memory limit.
template <class T>  // of plain numbers, for which zeroed bytes are a value
class Pages {
 public:
  Pages() = default;
  explicit Pages(std::size_t size) : size_(size) {
    void* p = mmap(nullptr, size * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<T*>(p);
  }
  ~Pages() {
    if (data_ != nullptr) munmap(data_, size_ * sizeof(T));
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
  T& operator[](std::size_t i) { return data_[i]; }
  T* begin() const { return data_; }
  T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

// The memory of a table that begins small and grows in place between searches.
//
// Address space is reserved for the largest size, pages are committed as they are touched: a short search pays only for
// the buckets in use, and stays in the caches. Huge pages are requested: faulting in a GiB of small pages takes half a
// second, of huge pages a tenth of that.
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
