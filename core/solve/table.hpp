// Transposition table: fixed memory, exact keys, shared by threads without locks.
//
// A position of up to 32 cells is its own 64-bit key, one of up to 64 cells its own 128-bit key: no two positions are
// ever confused. Larger boards are keyed by 128 bits of hash (odds of one confusion in 10^9 entries: about 10^-21).
// Words are stored xored with a scramble of the data, so that an entry torn by two threads reads as a miss (Hyatt's
// trick, here with a multiplicative scramble because plain data bits are too regular to xor).
#pragma once
#include <vector>

#include "system/buckets.hpp"
#include "system/checkpoint.hpp"
#include "system/hashing.hpp"

namespace kinrow {

struct Entry {       // what is known of a position, for the side to move
  int lower, upper;  // bounds on the value, -2048..2047
  int move = -1;     // the stone that proved the lower bound, else -1
  int left = 0;      // stones left in the turn,
  int empties = 0;   // and empty cells: part of the question, not of the key
  int work = 0;      // log2 of the nodes it cost
};

class Table {
 public:
  // At most so many bytes; entries hold two key words if `wide`.
  Table(std::uint64_t most, bool wide) : buckets_(most, 1 << 11, wide ? 3 : 2), wide_(wide) {}

  bool probe(const Key& key, int left, int empties, Entry& out) const;
  void store(const Key& key, const Entry& entry);

  void grow(std::uint64_t factor, const std::atomic<bool>& stop);  // as Buckets does
  std::vector<SavedEntry> saved(std::uint64_t most) const;         // may run during a search
  void restore(const std::vector<SavedEntry>& entries);
  bool grown() const { return buckets_.grown(); }
  std::uint64_t entries() const { return buckets_.entries(); }
  std::uint64_t bytes() const { return buckets_.bytes(); }

 private:
  using Word = Buckets::Word;
  static constexpr int ways = Buckets::ways;

  Word* bucket(const Key& key) const { return buckets_.of(hash_of(key)); }
  Key key_of(const std::uint64_t* slot) const;

  Buckets buckets_;
  const bool wide_;
};

}  // namespace kinrow
