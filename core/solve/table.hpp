// Transposition table: fixed memory, exact keys, shared by threads without locks.
//
// A position of up to 32 cells is its own 64-bit key, one of up to 64 cells its own 128-bit key: no two positions are
// ever confused. Larger boards are keyed by 128 bits of hash (odds of one confusion in 10^9 entries: about 10^-21).
// Words are stored xored with a scramble of the data, so that an entry torn by two threads reads as a miss (Hyatt's
// trick, here with a multiplicative scramble because plain data bits are too regular to xor).
// The table starts small and grows in place between searches: a short question never pays for clearing gigabytes.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solve/checkpoint.hpp"

namespace kinrow {

// Spreads the bits of a word over the whole of it.
inline std::uint64_t mix(std::uint64_t h) {
  h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93ULL;
  h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93ULL;
  return h ^ (h >> 32);
}

struct Key {
  std::uint64_t a = 0, b = 0;
  friend bool operator==(const Key&, const Key&) = default;
};

struct Entry {       // what is known of a position, for the side to move
  int lower, upper;  // bounds on the value, -2048..2047
  int move = -1;     // the stone that proved the lower bound, else -1
  int left = 0;      // stones left in the turn,
  int empties = 0;   // and empty cells: part of the question, not of the key
  int work = 0;      // log2 of the nodes it cost
};

class Table {
 public:
  // Reserves address space for `most` bytes; entries hold two key words if `wide`.
  Table(std::uint64_t most, bool wide);
  ~Table();
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  bool probe(const Key& key, int left, int empties, Entry& out) const;
  void store(const Key& key, const Entry& entry);
  void prefetch(const Key& key) const { __builtin_prefetch(bucket(key)); }

  // Multiplies the buckets by `factor`, or takes all that is reserved. Not while searched.
  // Growing to gigabytes takes seconds: where `stop` ends it, entries are lost but none is wrong.
  void grow(std::uint64_t factor, const std::atomic<bool>& stop);
  std::vector<SavedEntry> saved() const;  // may run beside a search
  void restore(const std::vector<SavedEntry>& entries);
  bool grown() const { return buckets_ == reserved_ / bucket_bytes(); }
  std::uint64_t entries() const { return buckets_ * ways; }
  std::uint64_t bytes() const { return buckets_ * bucket_bytes(); }

 private:
  using Word = std::atomic<std::uint64_t>;
  static constexpr int ways = 4;

  std::size_t words() const { return wide_ ? 3 : 2; }
  std::uint64_t bucket_bytes() const { return ways * words() * sizeof(Word); }
  Word* bucket(const Key& key) const;
  Word* bucket_at(std::uint64_t i) const { return memory_ + i * ways * words(); }
  void spread(std::uint64_t from);
  void drop(std::uint64_t buckets);

  Word* memory_ = nullptr;
  std::uint64_t reserved_ = 0;
  std::atomic<std::uint64_t> buckets_{0};  // read by who saves while it grows
  bool wide_;
};

}  // namespace kinrow
