// AttackTable: proof numbers of positions in an attack, with the zones of those won; fixed memory, several threads.
//
// Shares with a lock each begin small and grow by four when they are nearly full, up to their part of the memory; then
// a bucket gives up the entry that cost least.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
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

  explicit AttackTable(std::uint64_t bytes) : most_(bytes / shares / sizeof(Entry)) {}

  std::optional<Entry> find(std::uint64_t key) const {
    const Share& share = shares_[key >> 58];
    const std::lock_guard lock(share.mutex);
    const std::size_t bucket = share.bucket(key);
    for (std::size_t i = bucket; i < bucket + ways; ++i)
      if (share.slots[i].key == key) return share.slots[i];
    return std::nullopt;
  }
  void store(const Entry& e) {
    Share& share = shares_[e.key >> 58];
    const std::lock_guard lock(share.mutex);
    if (share.used > share.slots.size() / 4 * 3 && share.slots.size() * 5 <= most_) share.grow();  // with the old ones
    share.put(e);
  }
  // What took so long that a checkpoint should have it, in pieces; others may search meanwhile.
  void save(std::vector<SavedEntry>& kept) const {
    for (const Share& share : shares_) {
      const std::lock_guard lock(share.mutex);
      for (const Entry& e : share.slots)
        if (e.work >= worth_saving && kept.size() < most_saved / 2) append(e, kept);
    }
  }
  void restore(const SavedEntry* from, const SavedEntry* end) {
    for (; from + pieces <= end; from += pieces) {
      Entry e;
      const std::uint64_t* words = from->data();
      e.key = words[0];
      e.numbers = {static_cast<std::uint32_t>(words[1]), static_cast<std::uint32_t>(words[1] >> 32)};
      e.move = static_cast<int>(words[2]) - 1;
      e.work = static_cast<std::uint32_t>(words[2] >> 32);
      std::copy_n(words + 3, e.zone.word.size(), e.zone.word.begin());
      store(e);
    }
  }

 private:
  static constexpr std::size_t ways = 4, shares = 64;
  static constexpr std::uint32_t worth_saving = 1024;
  static constexpr std::size_t pieces = (3 + sizeof(Cells) / 8 + 3) / 4;  // of four words

  static void append(const Entry& e, std::vector<SavedEntry>& kept) {
    std::array<std::uint64_t, 4 * pieces> piece{e.key, e.numbers.phi | std::uint64_t{e.numbers.delta} << 32,
                                                static_cast<std::uint64_t>(e.move + 1) | std::uint64_t{e.work} << 32};
    std::ranges::copy(e.zone.word, piece.begin() + 3);
    for (std::size_t i = 0; i < pieces; ++i) {
      kept.emplace_back();
      std::copy_n(piece.begin() + 4 * i, 4, kept.back().begin());
    }
  }

  struct Share {
    mutable std::mutex mutex;
    std::size_t used = 0;
    std::vector<Entry> slots = std::vector<Entry>(1 << 6);

    std::size_t bucket(std::uint64_t key) const { return key & (slots.size() - ways); }
    void put(Entry e) {
      Entry* to = &slots[bucket(e.key)];
      for (std::size_t i = bucket(e.key), end = i + ways; i < end; ++i) {
        Entry& slot = slots[i];
        if (slot.key == e.key || slot.key == 0) {
          to = &slot;
          break;
        }
        if (slot.work < to->work) to = &slot;
      }
      if (to->key == e.key) e.work += std::min(to->work, ~e.work);
      used += to->key == 0;
      *to = e;
    }
    void grow() {
      std::vector<Entry> old(slots.size() * 4);
      old.swap(slots);
      used = 0;
      for (const Entry& e : old)
        if (e.key != 0) put(e);
    }
  };

  std::uint64_t most_;  // entries of a share
  std::array<Share, shares> shares_;
};

}  // namespace kinrow
