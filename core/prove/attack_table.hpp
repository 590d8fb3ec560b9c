// AttackTable: proof numbers of positions in an attack, with the zones of those won; fixed memory, one thread.
//
// It begins small and grows by four when it is nearly full, up to its memory; then a bucket gives up the entry that
// cost least.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "prove/pn_table.hpp"

namespace kinrow {

// What is known of a position: phi counts for P, who attacks, delta against him.
template <class Cells>
struct AttackEntry {
  std::uint64_t key = 0;  // 0: none
  Numbers numbers;
  int move = -1;           // P's
  std::uint32_t work = 0;  // positions looked at below
  Cells zone;              // once P has won
};

template <class Cells>
class AttackTable {
 public:
  using Entry = AttackEntry<Cells>;

  explicit AttackTable(std::uint64_t bytes) : most_(bytes / sizeof(Entry)), slots_(1 << 12) {}

  const Entry* find(std::uint64_t key) const {
    const std::size_t bucket = key & (slots_.size() - ways);
    for (std::size_t i = bucket; i < bucket + ways; ++i)
      if (slots_[i].key == key) return &slots_[i];
    return nullptr;
  }
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&slots_[key & (slots_.size() - ways)]); }
  void store(Entry e) {
    if (used_ > slots_.size() / 4 * 3 && slots_.size() * 5 <= most_) grow();  // with the old ones
    put(e);
  }

 private:
  static constexpr std::size_t ways = 4;

  void put(Entry e) {
    const std::size_t bucket = e.key & (slots_.size() - ways);
    Entry* to = &slots_[bucket];
    for (std::size_t i = bucket; i < bucket + ways; ++i) {
      Entry& slot = slots_[i];
      if (slot.key == e.key || slot.key == 0) {
        to = &slot;
        break;
      }
      if (slot.work < to->work) to = &slot;
    }
    if (to->key == e.key) e.work += to->work;
    used_ += to->key == 0;
    *to = e;
  }
  void grow() {
    std::vector<Entry> old(slots_.size() * 4);
    old.swap(slots_);
    used_ = 0;
    for (const Entry& e : old)
      if (e.key != 0) put(e);
  }

  std::uint64_t most_, used_ = 0;
  std::vector<Entry> slots_;
};

}  // namespace kinrow
