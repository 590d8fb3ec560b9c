// Pairing strategy: disjoint pairs of empty cells such that every live line of the attacker contains a whole pair.
// Whenever he takes one cell of a pair the defender takes the other, so no line is ever completed (Hales and Jewett
// 1963; a classic). One pair may serve many overlapping lines. Single-stone turns only.
//
// The search takes the uncovered line with the fewest free cells, tries its pairs in order of how many uncovered
// lines they would serve, and gives up after a fixed number of steps; giving up costs a cut, never exactness.
#pragma once
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "solve/line_state.hpp"

namespace kinrow {

template <class Shape>
class Pairing {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;

  Pairing(const LineTables<Shape>& t, int budget, int width) : t_(t), budget_(budget), width_(width) {}

  // `found` receives the pairs.
  bool holds(const LineState<Shape>& s, int attacker, std::vector<std::pair<int, int>>* found = nullptr) {
    steps_ = 0;
    found_ = found;
    return cover(s.live(t_, attacker), s.empty(t_));
  }

 private:
  struct Pair {
    int a, b, serves;
  };
  static constexpr int most_pairs = 6;

  // The uncovered line with the fewest free cells, or -1 when one has fewer than two.
  int tightest(Lines uncovered, const Cells& free) const {
    int best = -1, fewest = 1 << 30;
    while (uncovered.any()) {
      const int line = uncovered.pop();
      const int n = (t_.cells[line] & free).count();
      if (n < 2) return -1;
      if (n < fewest) {
        fewest = n;
        best = line;
        if (n == 2) break;  // good enough: its pair is forced
      }
    }
    return best;
  }
  int pairs_of(int line, const Cells& free, const Lines& uncovered, std::array<Pair, most_pairs>& best) const {
    int cells[64], n = 0, kept = 0;
    for (Cells rest = t_.cells[line] & free; rest.any();) cells[n++] = rest.pop();
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        const Pair p{cells[i], cells[j], (t_.through[cells[i]] & t_.through[cells[j]] & uncovered).count()};
        int at = kept;
        while (at > 0 && best[at - 1].serves < p.serves) --at;
        if (at >= width_) continue;
        kept = std::min(kept + 1, width_);
        for (int k = kept - 1; k > at; --k) best[k] = best[k - 1];
        best[at] = p;
      }
    return kept;
  }
  bool cover(const Lines& uncovered, const Cells& free) {
    if (uncovered.none()) return true;
    if (++steps_ > budget_) return false;
    const int line = tightest(uncovered, free);
    if (line < 0) return false;
    std::array<Pair, most_pairs> pairs;
    const int n = pairs_of(line, free, uncovered, pairs);
    for (int i = 0; i < n; ++i) {
      Cells rest = free;
      rest.reset(pairs[i].a);
      rest.reset(pairs[i].b);
      if (!cover(uncovered - (t_.through[pairs[i].a] & t_.through[pairs[i].b]), rest)) continue;
      if (found_ != nullptr) found_->emplace_back(pairs[i].a, pairs[i].b);
      return true;
    }
    return false;
  }

  const LineTables<Shape>& t_;
  int budget_, width_, steps_ = 0;
  std::vector<std::pair<int, int>>* found_ = nullptr;
};

}  // namespace kinrow
