// PatternTable: what a stone on an empty cell would make along one direction, for every neighborhood of the cell.
//
// The names are those of five in a row; for other k they mean the same with other lengths. A pattern is defined by what
// one more stone makes of it, so the table is filled by recursion from "this completes a line". One look-up gives the
// patterns of both sides.
#pragma once
#include <cstdint>
#include <vector>

#include "game/rules.hpp"

namespace kinrow {

enum Pattern : std::uint8_t {
  nothing,  // none of the following
  one,      // one more stone makes a two, and so on
  open_one,
  two,
  open_two,
  three,       // one more stone makes a four
  open_three,  // one more stone makes an open four
  four,        // one cell completes a line
  open_four,   // two cells do
  five,        // completes a line
  patterns
};

class PatternPair {  // of both sides, in one byte
 public:
  PatternPair(Pattern x, Pattern o) : packed_(static_cast<std::uint8_t>(x | o << 4)) {}
  Pattern x() const { return static_cast<Pattern>(packed_ & 15); }
  Pattern o() const { return static_cast<Pattern>(packed_ >> 4); }

 private:
  std::uint8_t packed_;
};

class PatternTable {
 public:
  explicit PatternTable(const Rules& r);
  static int reach_of(const Rules& r) { return r.monotone() ? r.k - 1 : r.k; }
  int reach() const { return reach_; }  // how many cells to either side matter
  // Stones of both sides as 2 * reach + 1 bits, with the cell in the middle; its own bit is ignored. Cells beyond the
  // board are in both. In caro an open four is one that no single stone stops.
  PatternPair of(std::uint64_t x, std::uint64_t o) const { return at(index(x, o)); }
  // The number of such a neighborhood: 4 * reach bits, those of `own` first, the first cell lowest.
  std::size_t index(std::uint64_t own, std::uint64_t shut) const {
    return static_cast<std::size_t>(squeeze(own) | squeeze(shut) << 2 * reach_);
  }
  PatternPair at(std::size_t index) const { return pairs_[index]; }
  std::size_t size() const { return pairs_.size(); }

 private:
  std::uint64_t squeeze(std::uint64_t bits) const { return (bits & low_) | (bits >> 1 & ~low_ & all_); }
  void fill(bool exact);
  void fill_pairs(const std::vector<Pattern>& of_x, const std::vector<Pattern>& of_o);
  Pattern find(std::uint64_t own, std::uint64_t shut);
  bool completes(std::uint64_t own, std::uint64_t shut) const;
  bool stopped_by_one(std::uint64_t own, std::uint64_t shut);
  bool completed_somewhere(std::uint64_t own, std::uint64_t shut);

  int k_, reach_;
  bool exact_ = false, caro_;
  std::uint64_t low_, all_;
  // By the stones of one side and the cells shut to it; in caro cells beyond the board are in both. Empty once the
  // pairs are filled.
  std::vector<Pattern> table_;
  std::vector<PatternPair> pairs_;
};

}  // namespace kinrow
