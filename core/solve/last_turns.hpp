// LastTurns: the end of a line-counting game without recursion.
//
// The side L that makes the last turn is not the side that fills the board, so the final count depends on L's stones
// alone. In the last turn he takes the best pair. One turn earlier the other side B may take r cells: call a pair of
// L's good if it reaches his aim; B stops him exactly if r cells meet every good pair, a vertex cover of size r in
// the graph of good pairs. With E empty cells that is E(E-1)/2 evaluations instead of that many times the pairs left.
// Turns of one stone are the same with single cells; larger turns are left to the search.
#pragma once
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
           s.to_decide(t_) == s.left + t_.rules.stones && s.empties <= 64;
  }

  // Margin for L with the stones counted in c, all else being the other side's.
  int margin(const Count& c) const {
    return (c.at_least(t_.rules.threshold) & t_.all).marks() +
           (c.at_least(t_.rules.k - t_.rules.threshold + 1) & t_.all).marks() - t_.lines;
  }
  // The exact value of the last turn.
  int best(const State& s) const {
    const Count& base = s.count[t_.last_mover];
    int most = -t_.lines;
    for (auto rest = s.empty(t_); rest.any();) {
      const Count one = base + t_.one[rest.pop()];
      if (s.left == 1) most = std::max(most, margin(one));
      for (auto second = rest; s.left == 2 && second.any();) most = std::max(most, margin(one + t_.one[second.pop()]));
    }
    return most;
  }
  // Last turn but one: does the side to move keep L below `aim`?
  bool stops(const State& s, int aim) const {
    int cells[64], n = 0;
    for (auto rest = s.empty(t_); rest.any();) cells[n++] = rest.pop();
    const Count& base = s.count[t_.last_mover];
    if (t_.rules.stones == 1) {
      int good = 0;
      for (int i = 0; i < n; ++i) good += margin(base + t_.one[cells[i]]) >= aim;
      return good <= s.left;
    }
    std::uint64_t partners[64] = {};
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

 private:
  // Do `more` further vertices cover every edge that `taken` does not? One end of any such edge must be among them.
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
