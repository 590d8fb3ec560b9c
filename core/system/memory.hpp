// Large memory directly from the system: zeroed, and returned as soon as it is freed.
#pragma once
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

}  // namespace kinrow
