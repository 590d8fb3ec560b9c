// QuietSide: one side of a stone that a null move takes away, and whether what is held keeps off it there: "quiet" for
// `G` in docs/proof-format.md, which says why that is sound.
#pragma once

#include <algorithm>
#include <vector>

#include "board/lines.hpp"
#include "game/rules.hpp"

namespace kinrow {

template <class Cells>
class QuietSide {
 public:
  // The cells from this stone on in steps of so many rows and columns.
  QuietSide(const Rules& rules, const Cells& reserved, int stone, int down, int right) : rules_(rules), stone_(stone) {
    for (int n = 1; n <= reach; ++n) {
      seen_.push_back(touched(reserved, stone / rules.cols + n * down, stone % rules.cols + n * right));
      if (seen_.back().cell >= 0) cells_.set(seen_.back().cell);
    }
  }
  // Those that are on the board.
  const Cells& cells() const { return cells_; }

  // Up to the first of the winner's stones none of the nearest is touched by what is held, and one of the others at
  // most, unless there is such a stone.
  bool is_quiet(const Cells& held, const Cells& winners) const {
    const Cells every = held | winners;
    int more = 0;
    for (std::size_t n = 0; n < seen_.size(); ++n) {
      const auto& [cell, by] = seen_[n];
      if (cell >= 0 && winners.test(cell)) return true;
      if (!std::any_of(by.begin(), by.end(), [&](const Cells& set) { return every.holds(set); })) continue;
      if (n < nearest) return false;
      ++more;
    }
    return more < 2;
  }

 private:
  static constexpr int reach = 6;
  static constexpr std::size_t nearest = 3;

  // A cell, or -1 beyond the board; it is touched if one of these sets is held: itself, and in exact games, if it is
  // not reserved, every k in a row beyond which it lies.
  struct Touched {
    int cell;
    std::vector<Cells> by;
  };
  Touched touched(const Cells& reserved, int row, int col) const {
    Touched found{-1, {}};
    add(found.by, row, col, 0, 0, 0, 0);
    if (!found.by.empty()) found.cell = row * rules_.cols + col;
    const bool is_reserved = found.cell < 0 ? reserved.any() : reserved.test(found.cell);
    if (rules_.exact && !is_reserved)
      for (const auto& step : line_steps)
        for (const int sign : {1, -1}) add(found.by, row, col, 1, rules_.k, sign * step[0], sign * step[1]);
    return found;
  }
  // The cells so many steps away, if all are on the board and none is the stone's.
  void add(std::vector<Cells>& sets, int row, int col, int first, int last, int down, int right) const {
    Cells line;
    for (int n = first; n <= last; ++n) {
      const int r = row + n * down, c = col + n * right;
      if (r < 0 || r >= rules_.rows || c < 0 || c >= rules_.cols) return;
      line.set(r * rules_.cols + c);
    }
    if (!line.test(stone_)) sets.push_back(line);
  }

  Rules rules_;
  int stone_;
  Cells cells_;
  std::vector<Touched> seen_;  // the nearest first
};

}  // namespace kinrow
