// The move whose refutation says most about the others: on most of the loser's lines, above all on those that are
// nearly complete.
#pragma once
#include <vector>

#include "game/line_state.hpp"

namespace kinrow {

// `with(n)`: the live lines of the loser's with n stones.
template <class Shape, class With>
int most_promising(const LineTables<Shape>& t, typename Shape::Cells moves, const With& with) {
  std::vector<typename Shape::Lines> lines;
  for (int n = 0; n < t.rules.k; ++n) lines.push_back(with(n));
  int best = -1, most = -1;
  while (moves.any()) {
    const int cell = moves.pop();
    int promise = 0;
    for (std::size_t n = 0; n < lines.size(); ++n) promise += (lines[n] & t.through[cell]).count() << n;
    if (promise > most) {
      most = promise;
      best = cell;
    }
  }
  return best;
}

}  // namespace kinrow
