// StoneRules: what a stone does under renju and caro: whether it completes a line that counts, and whether it is
// forbidden. It looks at the surrounding cells, which is simple but slow; no other game uses it.
//
// Renju (the Renju International Federation's rules, chapter 9), for lines of k and the player who begins: a four is
// k - 1 stones that one more makes exactly k in a row; it is straight if two cells do so. A three is k - 2 stones that
// one more makes a straight four; that stone must neither make k in a row nor be forbidden itself. Two fours, two
// threes and more than k in a row are forbidden, unless the stone completes exactly k.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "game/rules.hpp"

namespace kinrow {

using Signs = std::array<signed char, most_cells>;  // by cell: X, O, or -1 if it is empty

template <class Cells>
Signs signs_of(const Cells (&stones)[2]) {
  Signs signs;
  signs.fill(-1);
  for (const int side : {X, O})
    for (Cells rest = stones[side]; rest.any();) signs[rest.pop()] = static_cast<signed char>(side);
  return signs;
}

class StoneRules {
 public:
  explicit StoneRules(const Rules& r);
  bool ban(int side) const { return rules_.renju && side == rules_.begins; }  // whether some cells may be forbidden
  // Whether the stone on the cell completes a line.
  bool completes(const Signs& signs, int cell) const;
  // Whether the player who begins may not play on an empty cell.
  bool forbids(const Signs& signs, int cell) const;
  // Whether that player may play somewhere.
  bool any_allowed(const Signs& signs) const;
  // Of the empty cells, those on which a side may play.
  template <class Cells>
  Cells allowed(const Cells (&stones)[2], Cells empty, int side) const {
    if (!ban(side)) return empty;
    const Signs signs = signs_of(stones);
    for (Cells rest = empty; rest.any();)
      if (const int cell = rest.pop(); forbids(signs, cell)) empty.reset(cell);
    return empty;
  }

 private:
  struct Row {  // the cells around a cell along a direction, as bits; that cell is bit k
    std::uint64_t own, open;
  };
  struct Run {  // of stones, from the first bit to the last
    int low, high;
    int length() const { return high - low + 1; }
  };
  struct Around {  // how far the board extends, up to k cells
    std::int8_t back, ahead;
  };

  Row row(const Signs& signs, int side, int cell, int direction) const;
  static Run run_through(std::uint64_t own, int bit);
  int length_with(const Row& row, int bit) const { return run_through(row.own | 1ULL << bit, bit).length(); }
  bool completed_by(const Row& row, int bit) const { return (row.open >> bit & 1) != 0 && length_with(row, bit) == k_; }
  int fours(const Row& row) const;
  bool straight_four(const Row& row) const;
  bool three(Signs& signs, const Row& row, int cell, int direction) const;
  bool makes_k(const Signs& signs, int cell) const;
  bool forbidden(Signs& signs, int cell) const;  // leaves the signs unchanged
  bool forbidden_stone(Signs& signs, int cell) const;
  bool crowded(const Signs& signs, int cell) const;

  Rules rules_;
  int k_;
  std::array<int, 4> step_{};
  std::vector<std::array<Around, 4>> around_;
};

}  // namespace kinrow
