// Transform: a group of permutations of cells, applied to bit sets. Boards of one word use a table; larger boards are
// mapped cell by cell.
#pragma once
#include <vector>

#include "board/bits.hpp"
#include "board/symmetry.hpp"

namespace kinrow {

inline std::vector<Permutation> inverses(const std::vector<Permutation>& group) {
  std::vector<Permutation> back = group;
  for (std::size_t g = 0; g < group.size(); ++g)
    for (std::size_t c = 0; c < group[g].size(); ++c) back[g][group[g][c]] = static_cast<int>(c);
  return back;
}

template <int W>
Bits<W> mapped(Bits<W> cells, const Permutation& image) {
  Bits<W> out;
  while (cells.any()) out.set(image[cells.pop()]);
  return out;
}

// The part that does not depend on the size of a set.
class CellTransform {
 public:
  explicit CellTransform(const std::vector<Permutation>& group) : group_(group), back_(inverses(group)) {}
  int size() const { return static_cast<int>(group_.size()); }
  int image(int g, int cell) const { return group_[g][cell]; }
  int origin(int g, int cell) const { return back_[g][cell]; }
  // The set that symmetry g maps to b.
  template <int W>
  Bits<W> undo(int g, const Bits<W>& b) const {
    return mapped(b, back_[g]);
  }

 protected:
  std::vector<Permutation> group_, back_;
};

template <int W>
class Transform : public CellTransform {
 public:
  using CellTransform::CellTransform;
  Bits<W> apply(int g, const Bits<W>& b) const { return mapped(b, group_[g]); }
};

// Works in chunks of 6 cells, with 64 table entries each, so that the tables of a group of 8 fit the first-level cache.
// With chunks of 8 cells (256 entries each) they would not.
template <>
class Transform<1> : public CellTransform {
 public:
  static constexpr int chunk = 6;

  explicit Transform(const std::vector<Permutation>& group)
      : CellTransform(group), chunks_(group.empty() ? 0 : (static_cast<int>(group[0].size()) + chunk - 1) / chunk) {
    table_.resize(group.size() * chunks_ << chunk);
    for (int g = 0; g < size(); ++g)
      for (int i = 0; i < chunks_; ++i)
        for (int bits = 0; bits < 1 << chunk; ++bits) entry(g, i)[bits] = image_of(g, i, bits);
  }
  Bits<1> apply(int g, Bits<1> b) const {
    const std::uint64_t* t = &table_[static_cast<std::size_t>(g) * chunks_ << chunk];
    std::uint64_t out = 0, rest = b.word[0];
    for (int i = 0; i < chunks_; ++i, t += 1 << chunk, rest >>= chunk) out |= t[rest & ((1 << chunk) - 1)];
    return {{out}};
  }

 private:
  std::uint64_t* entry(int g, int i) { return &table_[(static_cast<std::size_t>(g) * chunks_ + i) << chunk]; }
  std::uint64_t image_of(int g, int i, int bits) const {
    std::uint64_t out = 0;
    for (int b = 0; b < chunk; ++b)
      if (bits >> b & 1 && i * chunk + b < static_cast<int>(group_[g].size())) out |= 1ULL << group_[g][i * chunk + b];
    return out;
  }

  int chunks_;
  std::vector<std::uint64_t> table_;
};

}  // namespace kinrow
