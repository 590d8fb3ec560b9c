// AttackTable: proof numbers of positions in an attack, with the zones of those won; fixed memory, several threads.
//
// Four entries a bucket, their keys together in its first line of the cache: a look at a table of gigabytes waits for
// one line, and what is asked for soon can be fetched ahead. A bucket has its own lock, a bit of its first key that no
// key has. A full one gives up the entry that cost least. The table grows between searches, see AttackCrew.
//
// With 11 GiB, before: a mutex for each of 64 shares that grew on their own, entries with their keys one after another;
// 40 % of the time went into waiting for memory, and two thirds of that could not be used, for shares grew by four.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "prove/pn_table.hpp"
#include "solve/reserved.hpp"

namespace kinrow {

// What is known of a position: phi counts for P, who attacks, delta against him.
template <class Cells>
struct AttackEntry {
  std::uint64_t key = 0;  // 0: none
  Numbers numbers;
  int move = -1;           // P's
  std::uint32_t work = 0;  // positions looked at below, all in all
  Cells zone;              // once P has won
};

template <class Cells>
class AttackTable {
 public:
  using Entry = AttackEntry<Cells>;

  explicit AttackTable(std::uint64_t bytes)
      : most_(std::max(bytes / sizeof(Bucket), std::uint64_t{1})), memory_(most_ * sizeof(Bucket)),
        count_(std::min(std::uint64_t{1} << 12, most_)) {}

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }
  std::optional<Entry> find(std::uint64_t key) const {
    Bucket& b = bucket(key);
    const Locked lock(b);
    const int i = b.place(key);
    return i < ways ? std::optional(b.entry(i)) : std::nullopt;
  }
  void store(const Entry& e) {
    Bucket& b = bucket(e.key);
    const Locked lock(b);
    b.put(e);
  }

  std::uint64_t entries() const { return count_ * ways; }
  bool grown() const { return count_ == most_; }
  // Takes four times the buckets, or all that the memory has; as grow_in_place().
  void grow(const std::atomic<bool>& stop) {
    grow_in_place(count_, count_ < most_ / 4 ? count_ * 4 : most_, stop, [&](std::uint64_t i) {
      for (const Entry& e : emptied(at(i)))
        if (e.key != 0) store(e);
    });
  }

  // What took so long that a checkpoint should have it, in pieces; others may search meanwhile.
  void save(std::vector<SavedEntry>& kept) const {
    std::vector<Entry> found;
    for (std::uint64_t i = 0; i < count_; ++i) {
      Bucket& b = at(i);
      const Locked lock(b);
      for (int j = 0; j < ways; ++j)
        if (b.slots[j].work >= worth_saving) found.push_back(b.entry(j));
    }
    if (const std::size_t most = most_saved / 2 / pieces; found.size() > most) {
      const auto costlier = [](const Entry& a, const Entry& b) { return a.work > b.work; };
      std::nth_element(found.begin(), found.begin() + static_cast<long>(most), found.end(), costlier);
      found.resize(most);
    }
    for (const Entry& e : found) append(e, kept);
  }
  void restore(const SavedEntry* from, const SavedEntry* end) {
    const std::atomic<bool> never{false};
    while (!grown() && entries() * pieces < 2 * static_cast<std::uint64_t>(end - from)) grow(never);
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
  static constexpr int ways = 4;
  static constexpr std::uint32_t worth_saving = 1024;
  static constexpr std::size_t pieces = (3 + sizeof(Cells) / 8 + 3) / 4;  // of four words
  static constexpr std::uint64_t locked = 1;                              // in the first key

  static void append(const Entry& e, std::vector<SavedEntry>& kept) {
    std::array<std::uint64_t, 4 * pieces> piece{e.key, e.numbers.phi | std::uint64_t{e.numbers.delta} << 32,
                                                static_cast<std::uint64_t>(e.move + 1) | std::uint64_t{e.work} << 32};
    std::ranges::copy(e.zone.word, piece.begin() + 3);
    for (std::size_t i = 0; i < pieces; ++i) {
      kept.emplace_back();
      std::copy_n(piece.begin() + 4 * i, 4, kept.back().begin());
    }
  }

  struct Slot {
    std::uint32_t work;
    std::int16_t move;
    bool won;
    Cells zone;  // or else the numbers, in its first word
  };
  // Zeros where nothing was stored.
  struct alignas(64) Bucket {
    std::atomic<std::uint64_t> keys[ways];
    Slot slots[ways];

    std::uint64_t key(int i) const { return keys[i].load(std::memory_order_relaxed) & ~locked; }
    void name(int i, std::uint64_t key) {
      const std::uint64_t lock = keys[i].load(std::memory_order_relaxed) & locked;
      keys[i].store((key & ~locked) | lock, std::memory_order_relaxed);
    }
    // The slot of this key, `ways` if there is none.
    int place(std::uint64_t name) const {
      int i = 0;
      while (i < ways && key(i) != (name & ~locked)) ++i;
      return i;
    }
    Entry entry(int i) const {
      const Slot& s = slots[i];
      if (s.won) return {key(i), Numbers::yes(), s.move, s.work, s.zone};
      const std::uint64_t n = s.zone.word[0];
      return {key(i), {static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32)}, s.move, s.work, {}};
    }
    void put(const Entry& e) {
      int to = place(e.key);
      const bool known = to < ways;
      if (known && slots[to].won && !e.numbers.proven()) return;  // from a thread that began before it was won
      const std::uint32_t before = known ? slots[to].work : 0;
      if (!known) to = cheapest();
      name(to, e.key);
      slots[to] = {e.work + std::min(before, ~e.work), static_cast<std::int16_t>(e.move), e.numbers.proven(), e.zone};
      if (!e.numbers.proven()) slots[to].zone.word[0] = e.numbers.phi | std::uint64_t{e.numbers.delta} << 32;
    }
    int cheapest() const {
      int to = 0;
      for (int i = 0; i < ways; ++i) {
        if (key(i) == 0) return i;
        if (slots[i].work < slots[to].work) to = i;
      }
      return to;
    }
  };
  // Holds a bucket for as long as it lives.
  class Locked {
   public:
    explicit Locked(Bucket& b) : bucket_(b) {
      while (b.keys[0].fetch_or(locked, std::memory_order_acquire) & locked) std::this_thread::yield();
    }
    ~Locked() { bucket_.keys[0].store(bucket_.key(0), std::memory_order_release); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

   private:
    Bucket& bucket_;
  };

  Bucket& at(std::uint64_t i) const { return reinterpret_cast<Bucket*>(memory_.data())[i]; }
  Bucket& bucket(std::uint64_t key) const { return at(bucket_of(key, count_.load(std::memory_order_relaxed))); }
  static std::array<Entry, ways> emptied(Bucket& b) {
    const Locked lock(b);
    std::array<Entry, ways> entries;
    for (int i = 0; i < ways; ++i) {
      entries[i] = b.entry(i);
      b.name(i, 0);
      b.slots[i].work = 0;
    }
    return entries;
  }

  std::uint64_t most_;
  Reserved memory_;
  std::atomic<std::uint64_t> count_;  // of buckets; read by who saves while it grows
};

}  // namespace kinrow
