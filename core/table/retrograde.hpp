// Retrograde analysis: the values of one layer from those of the next.
//
// A stone of the side that does not begin stays in its row, and leads from place to place in the same way in every row.
// A stone of the side that begins leads to another row, and the symmetry that folds it permutes the other side's
// stones.
#pragma once
#include <vector>

#include "table/layer.hpp"

namespace kinrow {

class Retrograde {
 public:
  // `next` is null for the last layer.
  Retrograde(const Layer& at, const Layer* next);
  // Writes the values of the rows [from, to) to `out`; `later` has all values of the next layer. Several threads may
  // solve different rows in parallel.
  void solve(std::uint64_t from, std::uint64_t to, const TableValue* later, TableValue* out) const;

 private:
  void first_moves(Subset own, const TableValue* later, TableValue* row) const;
  void second_moves(const TableValue* next_row, TableValue* row) const;
  void settle(Subset own, TableValue* row) const;

  const Layer& at_;
  const Layer* next_;
  bool first_moves_ = false, same_ = false;
  std::vector<Subset> fewer_;  // the other side's sets on one cell fewer
  // By the place of that cell among the free ones: the place of such a set in a row without the cell, and in the next
  // row with it.
  std::vector<std::vector<std::uint32_t>> without_, with_;
};

}  // namespace kinrow
