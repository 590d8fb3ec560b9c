// PnChildren: the moves of a node of the proof search, what is known of them, and what that says of the node.
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "prove/pn_table.hpp"
#include "solve/zone.hpp"

namespace kinrow {

template <class Zone>
struct Verdict {
  Numbers numbers;
  Zone zone;      // of a refutation of the attacker's
  int move = -1;  // that proves it, where one look tells
};

inline Numbers flip(const Numbers& n, bool swapped) { return swapped ? Numbers{n.delta, n.phi} : n; }

template <class Zone>
Verdict<Zone> flip(const Verdict<Zone>& v, bool swapped) {
  return {flip(v.numbers, swapped), v.zone};
}

struct Place {
  Question question;
  int turn = 0;  // the symmetry that made its key
};

// Never and what is nearly so stay as they are.
inline std::uint32_t scaled(std::uint32_t n, std::uint32_t by, std::uint32_t of) {
  if (n == 0 || n >= Numbers::never / 4) return n;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{n} * by / of, Numbers::never / 4));
}

template <class Zone>
struct PnChild {
  int cell;
  Place at;
  bool swapped, over;
  bool twin;              // of a move before it, by a symmetry
  bool told;              // refuted by itself, not by another move's zone
  Verdict<Zone> verdict;  // for the mover's opponent: phi 0 says that the move is refuted
  const Numbers& numbers() const { return verdict.numbers; }
  bool settled() const { return verdict.numbers.settled(); }

  static PnChild ruled_out(int cell) {
    PnChild child{};
    child.cell = cell;
    child.over = true;
    child.verdict.numbers = Numbers::yes();
    return child;
  }
};

struct PnChoice {
  Numbers node{Numbers::never, 0};                    // of the node, from its children
  std::size_t best = 0;                               // the child to look into,
  std::uint32_t second = Numbers::never, others = 0;  // until it looks worse than the next; how many others are open
  std::uint32_t bias = PnChoice::even;                // by which it looks worse than it is
  static constexpr std::uint32_t even = 64;
};

template <class Zone>
class PnChildren {  // of all nodes on the path, the root's first
 public:
  using Child = PnChild<Zone>;

  std::size_t size() const { return all_.size(); }
  Child& operator[](std::size_t i) { return all_[i]; }
  const Child& operator[](std::size_t i) const { return all_[i]; }
  void push_back(const Child& child) { all_.push_back(child); }
  void resize(std::size_t base) { all_.resize(base); }

  bool has(std::size_t base, const Question& q) const {
    return std::any_of(all_.begin() + static_cast<std::ptrdiff_t>(base), all_.end(),
                       [&](const Child& child) { return !child.over && child.at.question == q; });
  }
  const Child& proving(std::size_t base) const {
    while (!all_[base].numbers().disproven()) ++base;
    return all_[base];
  }
  // The attacker's moves that are not inside are refuted.
  void rule_out(std::size_t base, const Zone& inside) {
    for (std::size_t i = base; i < all_.size(); ++i)
      if (!all_[i].settled() && !inside.test(all_[i].cell)) all_[i].verdict = {Numbers::yes(), {}};
  }

  // A move looks worse by `bias` 64ths for each one before it in the list.
  // A move that another thread is at looks worse than it is. Whether by one or fourfold makes no difference beyond
  // chance, nor does where sharing ends: two threads look at a seventh more than one (28 games of 0.1 to 1 s).
  template <class Busy>
  PnChoice choose(std::size_t base, std::uint32_t bias, const Busy& busy) const {
    PnChoice c;
    std::uint32_t least = Numbers::never + 1, largest = 0, open = 0, factor = PnChoice::even;
    for (std::size_t i = base; i < all_.size(); ++i, factor += bias) {
      const Numbers& n = all_[i].numbers();
      const std::uint32_t biased = scaled(n.delta, factor, PnChoice::even);
      c.node.phi = std::min(c.node.phi, biased);
      if (n.phi == 0) continue;
      open += !all_[i].twin;
      largest = std::max(largest, n.phi);
      const std::uint32_t looks = biased < Numbers::never / 4 && busy(all_[i]) ? biased * 2 + 2 : biased;
      if (looks < least) {
        c.second = std::min(least, Numbers::never);
        least = looks;
        c.best = i;
        c.bias = factor;
      } else {
        c.second = std::min(c.second, looks);
      }
    }
    c.others = open > 0 ? open - 1 : 0;
    c.node.delta = c.node.phi == 0 ? Numbers::never : std::min(largest == 0 ? 0 : largest + c.others, Numbers::never);
    if (c.node.delta == 0) c.node.phi = Numbers::never;
    return c;
  }

  // Where every move is refuted: the zones of so many of those told that each move is told or outside one. Greedy: the
  // next is the one that leaves zone and moves smallest. `left`: at first all empty cells, then those that are no moves
  // and that no zone leaves out.
  Zone cover(std::size_t base, Zone& left) const {
    const Zone whole = left;
    Zone zone, moves, told;
    for (std::size_t i = base; i < all_.size(); ++i) moves.set(all_[i].cell);
    for (Zone need = moves; need.any(); need = (moves & left) - told) {
      const Child* next = next_teller(base, need, told, zone);
      if (next == nullptr) return whole;  // an entry of the table is gone
      told.set(next->cell);
      left &= next->verdict.zone;
      zone |= next->verdict.zone;
    }
    left -= moves;
    return zone;
  }

 private:
  const Child* next_teller(std::size_t base, const Zone& need, const Zone& told, const Zone& zone) const {
    const Child* best = nullptr;
    int least = 0;
    for (std::size_t i = base; i < all_.size(); ++i) {
      const Child& child = all_[i];
      if (!child.told || told.test(child.cell)) continue;
      Zone rest = need & child.verdict.zone;
      rest.reset(child.cell);
      const int cost = (zone | child.verdict.zone).count() + rest.count();
      if (rest == need || (best != nullptr && cost >= least)) continue;
      best = &child;
      least = cost;
    }
    return best;
  }

  std::vector<Child> all_;
};

}  // namespace kinrow
