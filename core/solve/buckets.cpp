#include "solve/buckets.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace kinrow {

Buckets::Buckets(std::uint64_t most, std::uint64_t first, std::size_t words)
    : words_(words), most_(std::max(most / bucket_bytes(), std::uint64_t{1})), count_(std::min(first, most_)) {
  const std::uint64_t reserved = most_ * bucket_bytes();
  void* p = mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) throw std::bad_alloc();
  madvise(p, reserved, MADV_HUGEPAGE);
  memory_ = static_cast<Word*>(p);
}

Buckets::~Buckets() { munmap(memory_, most_ * bucket_bytes()); }

}  // namespace kinrow
