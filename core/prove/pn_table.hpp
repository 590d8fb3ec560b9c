// PnTable: proof numbers of positions, in fixed memory, shared by threads without locks, saved to and read from a file.
//
// An entry names its question whole (two key words, empty cells, stones left, which of two questions), so that entries
// of different roots of one game live together. Words are xored with a scramble of the data: an entry torn by two
// threads reads as a miss. A full bucket gives up the entry that cost least: the search goes on, slower, not wrong.
// Nothing is cleared at the start: untouched pages cost nothing, so a short question does not pay for a large table.
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
};

class PnTable {
 public:
  explicit PnTable(std::uint64_t bytes);
  ~PnTable();
  PnTable(const PnTable&) = delete;
  PnTable& operator=(const PnTable&) = delete;

  bool probe(const Question& q, PnEntry& out) const;
  void store(const Question& q, const PnEntry& entry);  // work adds up
  std::uint64_t bytes() const { return buckets_ * ways * sizeof(Slot); }

  std::vector<SavedEntry> saved() const;  // may run beside a search
  void restore(const std::vector<SavedEntry>& entries);

 private:
  using Word = std::atomic<std::uint64_t>;
  struct Slot {
    Word a, b, numbers, rest;
  };
  struct Plain {
    std::uint64_t a, b, numbers, rest;
  };
  static constexpr int ways = 4;

  Slot* bucket(const Question& q) const;
  Plain read(const Slot& slot) const;

  Slot* memory_ = nullptr;
  std::uint64_t buckets_ = 0;
};

}  // namespace kinrow
