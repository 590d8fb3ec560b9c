// PnTable: proof numbers of positions, in fixed memory, shared by threads without locks, saved to and read from a file.
//
// An entry names its question whole (two key words, empty cells, stones left, which of two questions), so that entries
// of different roots of one game live together. Words are xored with a scramble of the data: an entry torn by two
// threads reads as a miss. A full bucket gives up the entry that cost least: the search goes on, slower, not wrong.
#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "solve/checkpoint.hpp"
#include "solve/table.hpp"

namespace kinrow {

struct Numbers {                     // for the side to move:
  std::uint32_t phi = 1, delta = 1;  // leaves still to be settled, at least, to prove its goal; to disprove it
  static constexpr std::uint32_t never = 1U << 30;
  bool proven() const { return phi == 0; }
  bool disproven() const { return delta == 0; }
  bool settled() const { return phi == 0 || delta == 0; }
  static constexpr Numbers yes() { return {0, never}; }
  static constexpr Numbers no() { return {never, 0}; }
};

struct Question {  // "is the value for the side to move at least beta?"
  Key key;
  int empties = 0, left = 1, beta = 1;
  bool operator==(const Question&) const = default;
};

struct PnEntry {
  Numbers numbers;
  int move = -1;           // what proved it, as the table's symmetry has it
  std::uint32_t work = 0;  // positions looked at below
  std::uint64_t zone = 0;  // of a settled question, as the table's symmetry has it
};

class PnTable {
 public:
  // At most so many bytes, at first 2 MiB: one huge page, and what the processor's own memory holds.
  explicit PnTable(std::uint64_t bytes) : buckets_(bytes, 1 << 14, 4) {}

  void prefetch(const Question& q) const { __builtin_prefetch(bucket(q)); }
  bool probe(const Question& q, PnEntry& out) const;
  void store(const Question& q, const PnEntry& entry);  // work adds up

  void grow(std::uint64_t factor, const std::atomic<bool>& stop);  // as Buckets does
  std::vector<SavedEntry> saved() const;                           // may run beside a search
  void restore(const std::vector<SavedEntry>& entries);
  bool grown() const { return buckets_.grown(); }
  std::uint64_t entries() const { return buckets_.entries(); }

 private:
  using Word = Buckets::Word;
  static constexpr int ways = Buckets::ways;

  Word* bucket(const Question& q) const;
  void put(const SavedEntry& entry);

  Buckets buckets_;  // of slots {rest, a, b, numbers}
};

}  // namespace kinrow
