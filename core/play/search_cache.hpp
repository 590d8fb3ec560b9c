// SearchCache: the transposition table of the alpha-beta engine: fixed size, lock-free, shared by threads.
//
// Keys are 64-bit hashes, so two positions may be confused. That costs the engine a weaker move at worst; nothing it
// returns is called proven. (The solver's table, solve/transposition_table.hpp, has exact keys or 128 bits.)
#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

namespace kinrow {

enum class BoundKind : std::uint8_t { none, lower, upper, exact };

struct CachedScore {
  int score = 0, depth = 0, cell = -1;
  BoundKind kind = BoundKind::none;
};

class SearchCache {
 public:
  static constexpr int most_depth = 127;  // of an entry, which has 8 bits for it

  explicit SearchCache(std::uint64_t bytes)
      : slots_(std::bit_floor(std::max<std::uint64_t>(bytes / sizeof(Slot), fewest_slots))) {}
  void clear() {
    for (Slot& s : slots_) {
      s.data.store(0, std::memory_order_relaxed);  // nobody searches meanwhile
      s.check.store(0, std::memory_order_relaxed);
    }
  }
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&slot(key)); }
  // The key is stored xored with the data, so that a slot torn by two threads reads as empty (Hyatt and Mann 2002).
  CachedScore probe(std::uint64_t key) const {
    const Slot& s = slot(key);
    const std::uint64_t data = s.data.load(std::memory_order_relaxed);
    if ((s.check.load(std::memory_order_relaxed) ^ data) != key || data == 0) return {};
    return {static_cast<std::int16_t>(data), static_cast<std::int8_t>(data >> 16),
            static_cast<std::int16_t>(data >> 24), static_cast<BoundKind>(data >> 40 & 3)};
  }
  void store(std::uint64_t key, const CachedScore& r) {
    assert(r.kind != BoundKind::none && fits<std::int16_t>(r.score) && fits<std::int8_t>(r.depth));
    Slot& s = slot(key);
    const std::uint64_t data =
        static_cast<std::uint16_t>(r.score) | static_cast<std::uint64_t>(static_cast<std::uint8_t>(r.depth)) << 16 |
        static_cast<std::uint64_t>(static_cast<std::uint16_t>(r.cell)) << 24 | static_cast<std::uint64_t>(r.kind) << 40;
    s.data.store(data, std::memory_order_relaxed);
    s.check.store(key ^ data, std::memory_order_relaxed);
  }

 private:
  template <class Small>
  static bool fits(int value) {
    return value == static_cast<Small>(value);
  }
  struct Slot {
    std::atomic<std::uint64_t> check{0}, data{0};
  };
  static constexpr std::uint64_t fewest_slots = 1024;  // 16 KiB: the table works however little memory is given
  const Slot& slot(std::uint64_t key) const { return slots_[key & (slots_.size() - 1)]; }
  Slot& slot(std::uint64_t key) { return slots_[key & (slots_.size() - 1)]; }

  std::vector<Slot> slots_;
};

}  // namespace kinrow
