// ProofTable: proof numbers of positions in fixed memory, shared by threads without locks, saved to a file and
// restored.
//
// An entry contains its whole key (two words of the position, empty cells, stones left, beta), so that searches from
// different roots of one game can share the table. An entry torn by two threads reads as a miss (scramble() in
// system/hashing.hpp). A full bucket drops its cheapest entry; the search then takes longer, but stays correct.
#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "dfpn/proof_numbers.hpp"
#include "solve/transposition_table.hpp"
#include "system/checkpoint.hpp"

namespace kinrow {

struct ProofKey {  // of the query "is the value for the side to move at least beta?"
  Key position;
  int empties = 0, left = 1, beta = 1;
  bool operator==(const ProofKey&) const = default;
};

struct ProofRecord {
  ProofNumbers numbers;    // for the side to move: to reach beta, and to be kept below it
  int move = -1;           // the move that proved it, in the symmetry of the key
  std::uint32_t work = 0;  // positions searched below
  std::uint64_t zone = 0;  // of a settled query, in the symmetry of the key
};

class ProofTable {
 public:
  // Uses at most this many bytes.
  explicit ProofTable(std::uint64_t bytes) : buckets_(bytes, first_buckets, 4) {}

  void prefetch(const ProofKey& k) const { __builtin_prefetch(bucket(k)); }
  [[nodiscard]] bool probe(const ProofKey& k, ProofRecord& out) const;
  void store(const ProofKey& k, const ProofRecord& entry);  // adds the work to that of an existing entry

  void grow(std::uint64_t factor, const std::atomic<bool>& stop);  // see Buckets::grow
  std::vector<SavedEntry> saved(std::uint64_t most) const;         // may run during a search
  std::uint64_t restore(const std::vector<SavedEntry>& entries);   // their number
  bool grown() const { return buckets_.grown(); }
  std::uint64_t entries() const { return buckets_.entries(); }

 private:
  using Word = Buckets::Word;
  static constexpr int ways = Buckets::ways;
  static constexpr std::uint64_t first_buckets = 1 << 14;  // 2 MiB: one huge page, which fits the caches

  Word* bucket(const ProofKey& k) const;
  void put(const SavedEntry& entry);

  Buckets buckets_;  // of slots {rest, a, b, numbers}
};

}  // namespace kinrow
