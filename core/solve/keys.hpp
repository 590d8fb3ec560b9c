// Keys: the key of a position in the table, the same for all its images under the symmetries of the game.
//
// The least of the images' keys stands for them all. A move is stored as seen by the symmetry that gives that key, so
// that it holds for every image.
#pragma once
#include <array>
#include <cassert>
#include <vector>

#include "board/transform.hpp"
#include "system/hashing.hpp"

namespace kinrow {

template <int W>
class Keys {
 public:
  // The stones of a board of up to 32 cells fit one word, those of up to 64 cells two; beyond, the key is their hash.
  Keys(const std::vector<Permutation>& group, int cells) : transform_(group), narrow_(cells <= 32) {
    if constexpr (W > 1) scatter(cells);
  }
  bool wide() const { return !narrow_; }

  // The least key of all images; `symmetry` receives the symmetry that gives it.
  Key of(const Bits<W>& mine, const Bits<W>& theirs, int& symmetry) const {
    if constexpr (W == 1) {
      return least([&](int g) { return image(g, mine, theirs); }, symmetry);
    } else {
      Images sum{};
      add(0, mine, sum);
      add(1, theirs, sum);
      return least([&](int g) { return sum[static_cast<std::size_t>(g)]; }, symmetry);
    }
  }
  int forward(int symmetry, int cell) const { return cell < 0 ? cell : transform_.image(symmetry, cell); }
  int backward(int symmetry, int cell) const { return cell < 0 ? cell : transform_.origin(symmetry, cell); }
  Bits<W> forward(int symmetry, const Bits<W>& cells) const { return transform_.apply(symmetry, cells); }
  Bits<W> backward(int symmetry, const Bits<W>& cells) const { return transform_.undo(symmetry, cells); }

 private:
  using Images = std::array<Key, 8>;  // by symmetry; boards of several words have only those of the board, 8 at most

  template <class KeyOf>
  Key least(const KeyOf& key_of, int& symmetry) const {
    symmetry = 0;
    Key best = key_of(0);
    for (int g = 1; g < transform_.size(); ++g) {
      const Key k = key_of(g);
      if (k < best) {
        best = k;
        symmetry = g;
      }
    }
    return best;
  }
  Key image(int g, const Bits<W>& mine, const Bits<W>& theirs) const {
    const std::uint64_t a = transform_.apply(g, mine).word[0], b = transform_.apply(g, theirs).word[0];
    return narrow_ ? Key{a | b << 32, 0} : Key{a, b};
  }

  // For each kind of stone and each cell, the random words of all images of the cell are consecutive, so that one stone
  // changes the keys of all images by a few adjacent words. Figures: docs/experiments/alpha-beta.md.
  void scatter(int cells) {
    assert(transform_.size() <= static_cast<int>(Images{}.size()));
    const Zobrist<Key> random(cells);
    for (int kind = 0; kind < 2; ++kind) {
      stone_[kind].resize(cells);
      for (int i = 0; i < cells; ++i)
        for (int g = 0; g < transform_.size(); ++g) stone_[kind][i][g] = random(kind, transform_.image(g, i));
    }
  }
  void add(int kind, const Bits<W>& cells, Images& sum) const {
    cells.each([&](int cell) {
      const Images& one = stone_[kind][cell];
      for (std::size_t g = 0; g < sum.size(); ++g) sum[g] ^= one[g];
    });
  }

  Transform<W> transform_;
  bool narrow_;
  std::vector<Images> stone_[2];  // mine, theirs; by cell
};

}  // namespace kinrow
