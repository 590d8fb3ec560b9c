// ProofTable: proof numbers of positions, in fixed memory, shared by threads without locks, saved to and read from a
// file.
//
// An entry names its question whole (two key words, empty cells, stones left, which of two questions), so that entries
// of different roots of one game live together. Words are xored with a scramble of the data: an entry torn by two
// threads reads as a miss. A full bucket gives up the entry that cost least: the search goes on, slower, not wrong.
#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "dfpn/proof_numbers.hpp"
#include "solve/table.hpp"
#include "system/checkpoint.hpp"

namespace kinrow {

struct Question {  // "is the value for the side to move at least beta?"
  Key key;
  int empties = 0, left = 1, beta = 1;
  bool operator==(const Question&) const = default;
};

struct ProofRecord {
  ProofNumbers numbers;    // of the side to move: to reach beta, and to be kept below it
  int move = -1;           // what proved it, as the table's symmetry has it
  std::uint32_t work = 0;  // positions looked at below
  std::uint64_t zone = 0;  // of a settled question, as the table's symmetry has it
};

class ProofTable {
 public:
  // At most so many bytes, at first 2 MiB: one huge page, and what the processor's own memory holds.
  explicit ProofTable(std::uint64_t bytes) : buckets_(bytes, 1 << 14, 4) {}

  void prefetch(const Question& q) const { __builtin_prefetch(bucket(q)); }
  bool probe(const Question& q, ProofRecord& out) const;
  void store(const Question& q, const ProofRecord& entry);  // work adds up

  void grow(std::uint64_t factor, const std::atomic<bool>& stop);  // as Buckets does
  std::vector<SavedEntry> saved(std::uint64_t most) const;         // may run during a search
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
