// Memory: what a heuristic search remembers of positions, in fixed space, shared by threads without locks.
#pragma once
#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

namespace kinrow {

enum class Known : std::uint8_t { nothing, at_least, at_most, exactly };

struct Recall {
  int score = 0, depth = 0, cell = -1;
  Known known = Known::nothing;
};

class Memory {
 public:
  explicit Memory(std::uint64_t bytes) : slots_(std::bit_floor(std::max<std::uint64_t>(bytes / sizeof(Slot), 1024))) {}
  void clear() {
    for (Slot& s : slots_) s.check = s.data = 0;
  }
  // Words are stored xored, so that what two threads tore apart reads as unknown (Hyatt).
  Recall recall(std::uint64_t key) const {
    const Slot& s = slot(key);
    const std::uint64_t data = s.data.load(std::memory_order_relaxed);
    if ((s.check.load(std::memory_order_relaxed) ^ data) != key || data == 0) return {};
    return {static_cast<std::int16_t>(data), static_cast<std::int8_t>(data >> 16),
            static_cast<std::int16_t>(data >> 24), static_cast<Known>(data >> 40 & 3)};
  }
  void keep(std::uint64_t key, const Recall& r) {
    Slot& s = slot(key);
    const std::uint64_t data = static_cast<std::uint16_t>(r.score) |
                               static_cast<std::uint64_t>(static_cast<std::uint8_t>(r.depth)) << 16 |
                               static_cast<std::uint64_t>(static_cast<std::uint16_t>(r.cell)) << 24 |
                               static_cast<std::uint64_t>(r.known) << 40;
    s.data.store(data, std::memory_order_relaxed);
    s.check.store(key ^ data, std::memory_order_relaxed);
  }

 private:
  struct Slot {
    std::atomic<std::uint64_t> check{0}, data{0};
  };
  const Slot& slot(std::uint64_t key) const { return slots_[key & (slots_.size() - 1)]; }
  Slot& slot(std::uint64_t key) { return slots_[key & (slots_.size() - 1)]; }

  std::vector<Slot> slots_;
};

}  // namespace kinrow
