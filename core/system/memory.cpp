#include "system/memory.hpp"

#include <new>

#ifdef _WIN32
#include <windows.h>
#else
#include <sys/mman.h>
#endif

namespace kinrow {

#ifdef _WIN32

// Windows promises memory when it is committed and provides it when it is touched.
void* take_pages(std::uint64_t bytes) {
  void* pages = VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  if (pages == nullptr) throw std::bad_alloc();
  return pages;
}

void* reserve_pages(std::uint64_t bytes) { return take_pages(bytes); }

void release_pages(void* pages, std::uint64_t) noexcept { VirtualFree(pages, 0, MEM_RELEASE); }

#else

namespace {

void* map_pages(std::uint64_t bytes, int flags) {
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  return pages;
}

}  // namespace

void* take_pages(std::uint64_t bytes) { return map_pages(bytes, 0); }

void* reserve_pages(std::uint64_t bytes) {
  void* pages = map_pages(bytes, MAP_NORESERVE);
#ifdef MADV_HUGEPAGE  // Linux
  madvise(pages, bytes, MADV_HUGEPAGE);
#endif
  return pages;
}

void release_pages(void* pages, std::uint64_t bytes) noexcept { munmap(pages, bytes); }

#endif

}  // namespace kinrow
