// Pages: zeroed memory straight from the system, and given back at once: what a limit counts is what is held.
#pragma once
#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <utility>

namespace kinrow {

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

}  // namespace kinrow
