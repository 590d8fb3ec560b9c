// LastTurns: the last turns of a line-counting game, decided without recursion.
//
// The side L that makes the last turn is not the side that fills the board, so the final count depends on L's stones
// alone. In its last turn L takes the best pair of cells. One turn earlier the opponent B takes r cells. Call a pair of
// cells good if it reaches L's aim: B stops L exactly if r cells meet every good pair, that is, if the graph of good
// pairs has a vertex cover of size r. With E empty cells this takes E(E-1)/2 evaluations; a search would take that many
// for each of B's turns. Turns of one stone are the same with single cells; larger turns are left to the search. The
// turn before, when L has two more turns, is decided by sets of four cells in the same way.
//
// Figures: docs/experiments/alpha-beta.md.
#pragma once
#include <bit>
#include <cassert>

#include "solve/majority_state.hpp"

namespace kinrow {

template <class Shape>
class LastTurns {
 public:
  using State = MajorityState<Shape>;
  using Count = typename Shape::Count;

  explicit LastTurns(const MajorityTables<Shape>& t) : t_(t) {}

  bool is_last(const State& s) const { return s.to_move == t_.last_mover && s.to_decide(t_) == s.left && s.left <= 2; }
  bool is_last_but_one(const State& s) const {
    return s.to_move != t_.last_mover && s.left <= 2 && t_.rules.stones <= 2 &&
           s.to_decide(t_) == s.left + t_.rules.stones && s.empties <= most_partners;
  }

  bool is_last_but_two(const State& s) const {
    return s.to_move == t_.last_mover && s.left == 2 && t_.rules.stones == 2 && s.to_decide(t_) == 6 &&
           s.empties <= most_cells;
  }

  // The margin for L if it has the stones counted in `c` and the opponent all other cells.
  int margin(const Count& c) const {
    return c.marks_above(t_.rules.threshold, t_.rules.k - t_.rules.threshold + 1) - t_.lines;
  }
  // The exact value of the last turn.
  int best(const State& s) const {
    assert(is_last(s));
    const Count& base = s.count[t_.last_mover];
    int most = -t_.lines;
    for (auto rest = s.empty(t_); rest.any();) {
      const Count one = base + t_.one[rest.pop()];
      if (s.left == 1) most = std::max(most, margin(one));
      for (auto second = rest; s.left == 2 && second.any();) most = std::max(most, margin(one + t_.one[second.pop()]));
    }
    return most;
  }
  // Last turn but one: whether the side to move keeps L below `aim`.
  bool stops(const State& s, int aim) const {
    assert(is_last_but_one(s));
    int cells[most_partners], n = 0;
    for (auto rest = s.empty(t_); rest.any();) cells[n++] = rest.pop();
    const Count& base = s.count[t_.last_mover];
    if (t_.rules.stones == 1) {
      int good = 0;
      for (int i = 0; i < n; ++i) good += margin(base + t_.one[cells[i]]) >= aim;
      return good <= s.left;
    }
    std::uint64_t partners[most_partners] = {};
    for (int i = 0; i < n; ++i) {
      const Count one = base + t_.one[cells[i]];
      for (int j = i + 1; j < n; ++j)
        if (margin(one + t_.one[cells[j]]) >= aim) {
          partners[i] |= 1ULL << j;
          partners[j] |= 1ULL << i;
        }
    }
    return covered(partners, n, 0, s.left);
  }

  // Last turn but two: whether L, with two more turns, reaches `aim`. Four of its cells decide, so each set of four is
  // evaluated once. A first pair succeeds if the pairs that complete it to a good set of four have no cover of two
  // cells.
  bool reaches(const State& s, int aim) const {
    assert(is_last_but_two(s));
    std::uint64_t partners[most_cells * (most_cells - 1) / 2] = {};
    int cells[most_cells], n = 0;
    for (auto rest = s.empty(t_); rest.any();) cells[n++] = rest.pop();
    for (int a = 0; a < n; ++a) {
      const Count one = s.count[t_.last_mover] + t_.one[cells[a]];
      for (int b = a + 1; b < n; ++b) {
        const Count two = one + t_.one[cells[b]];
        for (int c = b + 1; c < n; ++c) {
          const Count three = two + t_.one[cells[c]];
          for (int d = c + 1; d < n; ++d)
            if (margin(three + t_.one[cells[d]]) >= aim) add_good(partners, a, b, c, d);
        }
      }
    }
    for (int i = 0; i < n * (n - 1) / 2; ++i)
      if (partners[i] != 0 && !two_cover(partners[i])) return true;
    return false;
  }

 private:
  static constexpr int most_partners = 64;  // of a cell: a word of bits
  static constexpr int most_cells = 11;     // their 55 pairs fit a word

  static constexpr int pair(int a, int b) { return b * (b - 1) / 2 + a; }  // a < b
  static void add_good(std::uint64_t* partners, int a, int b, int c, int d) {
    const int ab = pair(a, b), cd = pair(c, d), ac = pair(a, c), bd = pair(b, d), ad = pair(a, d), bc = pair(b, c);
    partners[ab] |= 1ULL << cd;
    partners[cd] |= 1ULL << ab;
    partners[ac] |= 1ULL << bd;
    partners[bd] |= 1ULL << ac;
    partners[ad] |= 1ULL << bc;
    partners[bc] |= 1ULL << ad;
  }
  struct Pairs {  // the two cells of each pair, and for each cell the pairs without it
    std::uint8_t low[64] = {}, high[64] = {};
    std::uint64_t without[most_cells] = {};
    constexpr Pairs() {
      for (int b = 0; b < most_cells; ++b)
        for (int a = 0; a < b; ++a) {
          low[pair(a, b)] = static_cast<std::uint8_t>(a);
          high[pair(a, b)] = static_cast<std::uint8_t>(b);
        }
      for (int v = 0; v < most_cells; ++v)
        for (int i = 0; i < most_cells * (most_cells - 1) / 2; ++i)
          if (low[i] != v && high[i] != v) without[v] |= 1ULL << i;
    }
  };
  static constexpr Pairs pairs_{};

  static bool one_cover(std::uint64_t edges) {
    if (edges == 0) return true;
    const int e = std::countr_zero(edges);
    return (edges & pairs_.without[pairs_.low[e]]) == 0 || (edges & pairs_.without[pairs_.high[e]]) == 0;
  }
  static bool two_cover(std::uint64_t edges) {
    const int e = std::countr_zero(edges);
    return one_cover(edges & pairs_.without[pairs_.low[e]]) || one_cover(edges & pairs_.without[pairs_.high[e]]);
  }
  // Whether `more` further vertices cover every edge that `taken` does not. One end of any such edge must be among
  // them.
  static bool covered(const std::uint64_t* partners, int n, std::uint64_t taken, int more) {
    for (int i = 0; i < n; ++i) {
      if (taken >> i & 1) continue;
      const std::uint64_t open = partners[i] & ~taken;
      if (open == 0) continue;
      return more > 0 && (covered(partners, n, taken | 1ULL << i, more - 1) ||
                          covered(partners, n, taken | (open & -open), more - 1));
    }
    return true;
  }

  const MajorityTables<Shape>& t_;
};

}  // namespace kinrow
