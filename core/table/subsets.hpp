// Subsets of a few cells, ranked by the combinatorial number system: {c1 < c2 < ...} has rank C(c1,1) + C(c2,2) + ...
// (Knuth, The Art of Computer Programming, 7.2.1.3).
#pragma once
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

namespace kinrow {

using Subset = std::uint32_t;  // one bit per cell

constexpr int most_table_cells = 25;

// The number of subsets of k of n cells; 0 unless 0 <= k <= n. At most 32 cells.
std::uint64_t choose(int n, int k);

// The subsets of k of n cells in the order of their ranks, which is ascending as numbers.
std::vector<Subset> subsets(int n, int k);

class SubsetRanks {  // two table look-ups for any subset of 26 cells
 public:
  SubsetRanks();
  std::uint32_t operator()(Subset s) const {
    assert(s >> (most_table_cells + 1) == 0);
    const Subset low = s & (size - 1);
    return low_[low] + high_[s >> split][static_cast<std::size_t>(std::popcount(low))];
  }

  static constexpr int split = 13;

 private:
  static constexpr Subset size = 1 << split;

  std::vector<std::uint32_t> low_;
  std::vector<std::array<std::uint32_t, split + 1>> high_;  // by the number of members below the split
};

// A map of cells applied to subsets, in chunks that fit the first-level cache.
class CellMap {
 public:
  // image[i]: where cell i goes.
  void set(const int* image, int cells);
  Subset operator()(Subset s) const {
    Subset out = table_[0][s & mask];
    for (int i = 1; i < chunks; ++i) out |= table_[static_cast<std::size_t>(i)][s >> (i * width) & mask];
    return out;
  }

 private:
  static constexpr int width = 7, chunks = 4;
  static constexpr Subset mask = (1 << width) - 1;

  std::array<std::array<Subset, 1 << width>, chunks> table_{};
};

}  // namespace kinrow
