// Fold: the sets with a given number of stones of the side that begins, one for each class under the symmetries.
//
// The least member stands for its class. Open classes come first, in ascending order, then complete ones, which have
// rows only in layers in which this side moved last.
#pragma once
#include <cassert>
#include <vector>

#include "board/transform.hpp"
#include "table/stone_sets.hpp"

namespace kinrow {

class Fold {
 public:
  struct Place {
    std::uint32_t row;
    int symmetry;  // maps the set onto the one that stands for its class
  };

  Fold(const Transform<1>& symmetries, const StoneSets& sets, const SubsetRanks& ranks, int cells, int stones);

  // The place of an open or complete set. Any other set has the row `none`.
  Place of(Subset s) const {
    assert((*ranks_)(s) < places_.size());
    const std::uint32_t entry = places_[(*ranks_)(s)];
    return {entry >> shift, static_cast<int>(entry & ((1U << shift) - 1))};
  }
  const std::vector<Subset>& classes() const { return classes_; }
  std::uint32_t open() const { return open_; }

  static constexpr int shift = 6;  // of a group of at most 64
  static constexpr std::uint32_t none = (1U << (32 - shift)) - 1;

 private:
  const SubsetRanks* ranks_;
  std::vector<std::uint32_t> places_;  // by rank
  std::vector<Subset> classes_;
  std::uint32_t open_ = 0;
};

}  // namespace kinrow
