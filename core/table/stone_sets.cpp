#include "table/stone_sets.hpp"

#include <algorithm>

namespace kinrow {
namespace {

Subset set_of(const std::vector<int>& cells) {
  Subset s = 0;
  for (const int c : cells) s |= 1U << c;
  return s;
}

}  // namespace

StoneSets::StoneSets(const Game& game, int most) {
  if (game.rules.majority) return;
  std::vector<std::pair<Subset, Subset>> lines;  // with the cells that must not extend them
  for (const Line& line : game.lines)
    lines.emplace_back(set_of(line.cells), game.rules.exact ? set_of(line.extensions) : 0);
  kinds_.resize(std::size_t{1} << game.rules.size());
  kinds_[0] = static_cast<std::uint8_t>(StoneSet::open);
  for (Subset s = 1; s < kinds_.size(); ++s) {
    if (std::popcount(s) > most) continue;
    bool reached = false;
    for (Subset rest = s; rest != 0 && !reached; rest &= rest - 1)
      reached = (*this)[s ^ (rest & (~rest + 1))] == StoneSet::open;
    if (!reached) continue;
    const bool lined = std::any_of(lines.begin(), lines.end(),
                                   [s](const auto& l) { return (s & l.first) == l.first && !(s & l.second); });
    kinds_[s] = static_cast<std::uint8_t>(lined ? StoneSet::complete : StoneSet::open);
  }
}

}  // namespace kinrow
