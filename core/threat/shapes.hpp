// Shapes: what a stone would make of a cell along one direction, read from a table of all surroundings.
//
// The names are those of five in a row; with other k they mean the same at other lengths. A shape is defined by what
// one more stone makes of it, so the table fills itself from "this completes a line" downwards.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "game/rules.hpp"

namespace kinrow {

enum Shape1 : std::uint8_t {
  nothing,  // no line of one's own can come of it soon
  one,      // one stone more makes a two, and so on down
  open_one,
  two,
  open_two,
  three,       // one stone more makes a four
  open_three,  // one stone more makes an open four
  four,        // one cell completes a line
  open_four,   // two cells do
  five,        // it completes a line
  shapes
};

class ShapeTable {
 public:
  explicit ShapeTable(const Rules& r);
  int reach() const { return reach_; }  // cells to either side that matter
  // `own` and `shut` (the other side's stones and what lies beyond the board) as 2 * reach + 1 bits, the cell in the
  // middle; its own bit is ignored.
  Shape1 of(std::uint64_t own, std::uint64_t shut) const { return table_[index(own, shut)]; }

 private:
  std::size_t index(std::uint64_t own, std::uint64_t shut) const {
    return static_cast<std::size_t>(squeeze(own) | squeeze(shut) << 2 * reach_);
  }
  std::uint64_t squeeze(std::uint64_t bits) const { return (bits & low_) | (bits >> 1 & ~low_ & all_); }
  Shape1 find(std::uint64_t own, std::uint64_t shut);
  bool completes(std::uint64_t own) const;

  int k_, reach_;
  bool exact_;
  std::uint64_t low_, all_;
  std::vector<Shape1> table_;
};

}  // namespace kinrow
