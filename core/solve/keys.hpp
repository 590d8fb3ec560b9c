// Keys: a position's name in the table, the same for all its images under the game's symmetries.
#pragma once
#include <vector>

#include "board/transform.hpp"
#include "solve/table.hpp"

namespace kinrow {

template <int W>
class Keys {
 public:
  // Up to 32 cells both masks fit one word; up to 64, two; beyond, the key is a hash of the stones.
  Keys(const std::vector<Permutation>& group, int cells) : transform_(group), narrow_(cells <= 32) {
    std::uint64_t seed = 0x2545f4914f6cdd1dULL;
    for (int i = 0; W > 1 && i < 2 * cells; ++i) {
      Key k;
      k.a = next(seed);
      k.b = next(seed);
      stone_.push_back(k);
    }
  }
  bool wide() const { return !narrow_; }

  // `turn` receives the symmetry that was applied; with `fold` false the position names itself.
  Key of(const Bits<W>& mine, const Bits<W>& theirs, bool fold, int& turn) const {
    turn = 0;
    Key best = image(0, mine, theirs);
    for (int g = 1; fold && g < transform_.size(); ++g) {
      const Key k = image(g, mine, theirs);
      if (k.a < best.a || (k.a == best.a && k.b < best.b)) {
        best = k;
        turn = g;
      }
    }
    return best;
  }
  int forward(int turn, int cell) const { return cell < 0 ? cell : transform_.image(turn, cell); }
  int backward(int turn, int cell) const {
    if (cell < 0) return cell;
    int c = 0;
    while (transform_.image(turn, c) != cell) ++c;
    return c;
  }

 private:
  static std::uint64_t next(std::uint64_t& s) {  // xorshift64*
    s ^= s >> 12;
    s ^= s << 25;
    s ^= s >> 27;
    return s * 0x2545f4914f6cdd1dULL;
  }
  Key image(int g, Bits<W> mine, Bits<W> theirs) const {
    if constexpr (W == 1) {
      const std::uint64_t a = transform_.apply(g, mine).word[0], b = transform_.apply(g, theirs).word[0];
      return narrow_ ? Key{a | b << 32, 0} : Key{a, b};
    } else {
      Key k;
      const auto add = [&](const Key& z) {
        k.a ^= z.a;
        k.b ^= z.b;
      };
      while (mine.any()) add(stone_[2 * transform_.image(g, mine.pop())]);
      while (theirs.any()) add(stone_[2 * transform_.image(g, theirs.pop()) + 1]);
      return k;
    }
  }

  Transform<W> transform_;
  bool narrow_;
  std::vector<Key> stone_;
};

}  // namespace kinrow
