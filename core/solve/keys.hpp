// Keys: a position's name in the table, the same for all its images under the game's symmetries.
#pragma once
#include <array>
#include <vector>

#include "board/transform.hpp"
#include "system/hashing.hpp"

namespace kinrow {

template <int W>
class Keys {
 public:
  // Up to 32 cells both masks fit one word; up to 64, two; beyond, the key is a hash of the stones.
  Keys(const std::vector<Permutation>& group, int cells) : transform_(group), narrow_(cells <= 32) {
    if constexpr (W > 1) scatter(cells);
  }
  bool wide() const { return !narrow_; }

  // The least of all images' names; `turn` receives the symmetry that gives it.
  Key of(const Bits<W>& mine, const Bits<W>& theirs, int& turn) const {
    if constexpr (W == 1) {
      return least([&](int g) { return image(g, mine, theirs); }, turn);
    } else {
      Images sum{};
      add(0, mine, sum);
      add(1, theirs, sum);
      return least([&](int g) { return sum[static_cast<std::size_t>(g)]; }, turn);
    }
  }
  int forward(int turn, int cell) const { return cell < 0 ? cell : transform_.image(turn, cell); }
  int backward(int turn, int cell) const { return cell < 0 ? cell : transform_.origin(turn, cell); }
  Bits<W> forward(int turn, const Bits<W>& cells) const { return transform_.apply(turn, cells); }
  Bits<W> backward(int turn, Bits<W> cells) const {
    Bits<W> out;
    while (cells.any()) out.set(transform_.origin(turn, cells.pop()));
    return out;
  }

 private:
  using Images = std::array<Key, 8>;  // by symmetry: on boards of several words there are no others than the board's

  template <class Name>
  Key least(const Name& name, int& turn) const {
    turn = 0;
    Key best = name(0);
    for (int g = 1; g < transform_.size(); ++g) {
      const Key k = name(g);
      if (k < best) {
        best = k;
        turn = g;
      }
    }
    return best;
  }
  Key image(int g, const Bits<W>& mine, const Bits<W>& theirs) const {
    const std::uint64_t a = transform_.apply(g, mine).word[0], b = transform_.apply(g, theirs).word[0];
    return narrow_ ? Key{a | b << 32, 0} : Key{a, b};
  }

  // For each kind of stone on each cell the random words of all images of the cell, next to each other: one stone's
  // share of all images is a few words in a row. Seconds against one image after the other: (11,11,5) with 20 stones
  // 2.0 and 1.7, (9,9,5) with 14 stones 0.35 and 0.24 together with NarrowShape.
  void scatter(int cells) {
    const Zobrist<Key> random(cells);
    for (int kind = 0; kind < 2; ++kind) {
      stone_[kind].resize(cells);
      for (int i = 0; i < cells; ++i)
        for (int g = 0; g < transform_.size(); ++g) stone_[kind][i][g] = random(kind, transform_.image(g, i));
    }
  }
  void add(int kind, Bits<W> cells, Images& sum) const {
    while (cells.any()) {
      const Images& one = stone_[kind][cells.pop()];
      for (std::size_t g = 0; g < sum.size(); ++g) sum[g] ^= one[g];
    }
  }

  Transform<W> transform_;
  bool narrow_;
  std::vector<Images> stone_[2];  // mine, theirs; by cell
};

}  // namespace kinrow
