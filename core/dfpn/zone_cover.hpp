// The zone of a node whose moves are all refuted: the union of the zones of some refutations, chosen so that each move
// has its own refutation among them or lies outside one of their zones.
//
// Greedy: the next refutation is always the one that leaves the smallest zone and the fewest moves to cover.
#pragma once
#include <cstddef>

namespace kinrow {

template <class Moves, class Zone>
auto next_refutation(const Moves& children, const Zone& need, const Zone& taken, const Zone& zone) {
  decltype(&children[0]) best = nullptr;
  int least = 0;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const auto& child = children[i];
    if (!child.refuted || taken.test(child.cell)) continue;
    Zone rest = need & child.now.zone;
    rest.reset(child.cell);
    const int cost = (zone | child.now.zone).count() + rest.count();
    if (rest == need || (best != nullptr && cost >= least)) continue;
    best = &child;
    least = cost;
  }
  return best;
}

// `left`: at first all empty cells; at the end those that are not moves and lie in every chosen zone.
template <class Moves, class Zone>
Zone zone_cover(const Moves& children, Zone& left) {
  const Zone whole = left;
  Zone zone, moves, taken;
  for (std::size_t i = 0; i < children.size(); ++i) moves.set(children[i].cell);
  for (Zone need = moves; need.any(); need = (moves & left) - taken) {
    const auto* next = next_refutation(children, need, taken, zone);
    if (next == nullptr) return whole;  // the table has lost an entry
    taken.set(next->cell);
    left &= next->now.zone;
    zone |= next->now.zone;
  }
  left -= moves;
  return zone;
}

}  // namespace kinrow
