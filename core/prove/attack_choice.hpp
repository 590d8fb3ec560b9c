// AttackChoice: which child of a position an attack goes on with, and the position's own numbers.
//
// `hope` of some child is to be brought to 0, and `fear` of all. A bias tells the likelier of P's moves from the
// others; what another thread is looking into is left to it, unless all else is half as bad again.
#pragma once
#include <algorithm>
#include <vector>

#include "prove/attack_table.hpp"

namespace kinrow {

template <class Cells>
struct AttackChild {
  int cell;  // -1: Q does not move
  AttackEntry<Cells> now;
  std::uint32_t bias;
};

struct AttackChoice {
  static constexpr std::uint32_t even = 64;  // a bias that doubles
  // Where a bias counts no more than here: what looked likely has failed, and ten times the work adds some 50 to a
  // number of hundreds. Three positions of (13,13,5) with six stones, up to 24 M looks each: two unsettled with 16, one
  // with 32, all with 128; with 64 two were tried, and settled. 13 of (15,15,5), up to 6 M: 3.3 M looks with 32 and
  // 64, 4.0 M with 128; 70 easier ones: no difference.
  static constexpr std::uint32_t far = 64;
  static constexpr std::uint32_t unseen = 120;  // counts for the answers not yet seen while P must win after a pass
  static constexpr std::uint32_t away = 32;     // the bias of a child that another thread is looking into
  // Of what all children take, the largest counts whole and the others by this part, for they have much in common.
  // 70 positions of (15,15,5) with four stones, up to 1.5 M looks each, one thread: 17 unsettled and 317 k looks
  // (geometric mean) with one for each other child instead; 12 and 217 k with 4; 11 and 229 k with 8; 14 and 260 k with
  // 16.
  static constexpr std::uint64_t shared_work = 8;

  int best = -1;
  std::uint32_t second = Numbers::never;  // what the second best has
  bool aside = false;                     // another thread is at a better one
  Numbers node;
};

// Numbers in the eyes of who is to move: `hope` is to be brought to 0 by one child, `fear` by all.
template <class N>
auto& hope(N& n, bool mine) {
  return mine ? n.phi : n.delta;
}
template <class N>
auto& fear(N& n, bool mine) {
  return mine ? n.delta : n.phi;
}

inline std::uint32_t biased(std::uint32_t n, std::uint32_t bias) {
  if (n == 0) return 0;
  const std::uint64_t part = std::min(n, AttackChoice::far);
  const std::uint64_t more = n + part * bias / AttackChoice::even + bias / 16;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(more, Numbers::never - 1));
}
// What a child may grow to until it is at `n` with its bias.
inline std::uint32_t unbiased(std::uint32_t n, std::uint32_t bias) {
  const std::uint64_t near = std::uint64_t{n} * AttackChoice::even / (AttackChoice::even + bias);
  const std::uint64_t most = std::uint64_t{AttackChoice::far} * bias / AttackChoice::even;
  return static_cast<std::uint32_t>(std::max(near, n - std::min<std::uint64_t>(n, most))) + 1;
}

// `mine`: P is to move; `more` counts for children to come; `busy(child)`: another thread is looking into it.
template <class Cells, class Busy>
AttackChoice choose(const std::vector<AttackChild<Cells>>& children, bool mine, std::size_t more, const Busy& busy) {
  AttackChoice c;
  std::uint32_t least = Numbers::never, chosen = Numbers::never, largest = 0;
  std::uint64_t sum = 0;
  for (int i = 0; i < static_cast<int>(children.size()); ++i) {
    const Numbers n = children[i].now.numbers;
    if (fear(n, mine) == 0) continue;
    const std::uint32_t h = biased(hope(n, mine), children[i].bias);
    const std::uint32_t liked = h > 0 && busy(children[i]) ? biased(h, AttackChoice::away) : h;
    if (c.best < 0 || liked < chosen) {
      c.second = chosen;
      chosen = liked;
      c.best = i;
    } else {
      c.second = std::min(c.second, liked);
    }
    least = std::min(least, h);
    largest = std::max(largest, fear(n, mine));
    sum += fear(n, mine);
  }
  if (c.best < 0 || least == 0) {
    c.node = mine == (c.best >= 0) ? Numbers::yes() : Numbers::no();
  } else {
    c.aside = chosen > least;
    hope(c.node, mine) = least;
    const std::uint64_t all = largest + (sum - largest) / AttackChoice::shared_work + more;
    fear(c.node, mine) = static_cast<std::uint32_t>(std::min<std::uint64_t>(all, Numbers::never - 1));
  }
  return c;
}

}  // namespace kinrow
