// TranspositionTable: bounds of positions in fixed memory, shared by threads without locks.
//
// A position of up to 32 cells is its own 64-bit key, one of up to 64 cells its own 128-bit key, so no two positions
// are ever confused. Larger boards are keyed by 128 bits of hash: with 10^9 entries, the probability that any two
// positions in the table collide is about 10^-21. An entry torn by two threads reads as a miss (scramble() in
// system/hashing.hpp).
#pragma once
#include <vector>

#include "system/buckets.hpp"
#include "system/checkpoint.hpp"
#include "system/hashing.hpp"

namespace kinrow {

struct TableEntry {  // what is known of a position, for the side to move
  int lower, upper;  // bounds on the value, -2048..2047
  int move = -1;     // the stone that proved the lower bound, else -1
  int left = 0;      // stones left in the turn; compared like the empty cells, but not part of the key
  int empties = 0;
  int work = 0;  // log2 of the nodes it cost
};

class TranspositionTable {
 public:
  // Uses at most `most` bytes; entries have two key words if `wide`.
  TranspositionTable(std::uint64_t most, bool wide) : buckets_(most, first_buckets, wide ? 3 : 2), wide_(wide) {}

  [[nodiscard]] bool probe(const Key& key, int left, int empties, TableEntry& out) const;
  void store(const Key& key, const TableEntry& entry);

  void grow(std::uint64_t factor, const std::atomic<bool>& stop);  // see Buckets::grow
  std::vector<SavedEntry> saved(std::uint64_t most) const;         // may run during a search
  void restore(const std::vector<SavedEntry>& entries);
  bool grown() const { return buckets_.grown(); }
  std::uint64_t entries() const { return buckets_.entries(); }
  std::uint64_t bytes() const { return buckets_.bytes(); }

 private:
  using Word = Buckets::Word;
  static constexpr int ways = Buckets::ways;
  static constexpr std::uint64_t first_buckets = 1 << 11;  // 128 KiB, or 192: a short search stays in the caches

  Word* bucket(const Key& key) const { return buckets_.of(hash_of(key)); }
  Key key_of(const std::uint64_t* slot) const;

  Buckets buckets_;
  const bool wide_;
};

}  // namespace kinrow
