// Pairing strategy: disjoint pairs of empty cells such that every live line of the attacker contains a whole pair.
// Whenever he takes one cell of a pair the defender takes the other, so no line is ever completed (Hales and Jewett
// 1963; a classic). One pair may serve many overlapping lines.
//
// With p stones a turn the same holds of disjoint sets of p + 1 cells: a turn of the attacker's leaves a cell free in
// each set that it enters, enters p sets at most, and the defender takes one cell of each, after which the set is done.
// Before his turn, or in the middle of it, the attacker may have p stones or fewer left; whatever the defender has left
// besides does no harm. Nodes of alpha-beta without and with it: (6,5,5,2,1) 2.86 M and 0.84 M, (6,6,5,2,1) 41.3 M and
// 5.2 M, (7,5,5,2,1) 36.7 M and 3.3 M, (6,6,5,2,2) 96.8 M and 6.8 M.
//
// A set lies in one row, column or diagonal at most, so each of these needs sets of its own: the fewest groups of
// neighbouring live lines such that those of a group have p + 1 empty cells in common, and any of the common cells
// serve. To give each group cells that no other has is a bipartite matching, found or refuted by augmenting paths
// (Kuhn 1955). Where there is none, a group in the way is split in two, which may use other cells; after a few splits
// it is given up, which costs a cut, never exactness.
// Measured against what this replaced, a backtracking search over the line with the fewest free cells (60 steps, 3
// pairs each): alpha-beta on (7,7,5) 52.0 k nodes then, 31.3 k now, (8,4,4) 1.38 M and 1.48 M; proof-number search
// looks at three times as many positions of (8,8,5) a second, where pairings took 68 % of the time. Nodes of (7,7,5)
// with no split at all 953 k, with up to 4 in the middle of a group 60.0 k, with the best of all cuts 33.5 k.
#pragma once
#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "game/line_state.hpp"

namespace kinrow {

template <class Shape>
class Pairing {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;

  explicit Pairing(const LineTables<Shape>& t)
      : t_(t), size_(t.rules.stones + 1), slack_(size_ == 2 ? 0 : 16), owner_(t.rules.size()) {
    std::map<std::tuple<int, int, int>, Lines> ranks;  // by direction and first cell on the board
    for (int i = 0; i < static_cast<int>(t.cells.size()); ++i) ranks[rank_of(t.cells[i])].set(i);
    for (const auto& [name, lines] : ranks) ranks_.push_back(lines);
  }

  // `found` receives the sets.
  bool holds(const LineState<Shape>& s, int attacker, std::vector<Cells>* found = nullptr) {
    return covers(s.empty(t_), s.live(t_, attacker), found);
  }
  // For these lines and these empty cells.
  bool covers(const Cells& free, const Lines& lines, std::vector<Cells>* found = nullptr) {
    free_ = free;
    room_ = free_.count() / size_;
    used_ = Cells{};
    groups_.clear();
    if (!gather(lines) || !fit() || !match()) return false;
    if (found != nullptr)
      for (const Group& g : groups_) found->push_back(g.owned);
    return true;
  }

  // Whether the last call failed because there are so many groups that a turn's stones make no difference.
  bool crowded() const { return static_cast<int>(groups_.size()) > room_ + slack_; }

 private:
  struct Group {
    Lines lines;
    Cells common, owned;
  };
  static constexpr int most_splits = 12;

  std::tuple<int, int, int> rank_of(Cells line) const {
    const int rows = t_.rules.rows, cols = t_.rules.cols, a = line.pop();
    if (line.none()) return {0, 0, a};
    const int b = line.lowest(), down = b / cols - a / cols, right = b % cols - a % cols;
    int row = a / cols, col = a % cols;
    while (row - down >= 0 && row - down < rows && col - right >= 0 && col - right < cols) {
      row -= down;
      col -= right;
    }
    return {down, right, row * cols + col};
  }

  // Groups from one end of each rank to the other, as few as can be; false if some line has no two cells left, or
  // all cells are too few.
  bool gather(const Lines& live) {
    for (const Lines& rank : ranks_)
      if (Lines lines = rank & live; lines.any() && !group(lines)) return false;
    return true;
  }
  bool group(Lines lines) {
    Group g;
    while (lines.any()) {  // in order of the numbers, which is that along the rank
      const int line = lines.pop();
      const Cells gap = t_.cells[line] & free_, common = g.lines.any() ? g.common & gap : gap;
      if (common.count() >= size_) {
        g.common = common;
      } else {
        if (g.lines.none() || !add(g)) return false;
        g = Group{};
        g.common = gap;
        if (gap.count() < size_) return false;
      }
      g.lines.set(line);
    }
    return add(g);
  }
  bool add(const Group& g) {
    groups_.push_back(g);
    return !crowded();
  }

  bool fit() const { return static_cast<int>(groups_.size()) <= room_; }

  bool match() {
    int splits = 0;
    for (std::size_t i = 0; i < groups_.size(); ++i)
      while (groups_[i].owned.count() < size_) {
        visited_ = Cells{};
        if (augment(i)) continue;
        const int way = ++splits > most_splits ? -1 : split_best(i);
        if (way < 0) return false;
        i = std::min(i, static_cast<std::size_t>(way));
      }
    return true;
  }
  // One more cell for this group, if others must give up theirs for another.
  bool augment(std::size_t i) {
    Cells can = groups_[i].common - groups_[i].owned - visited_;
    if (const Cells open = can - used_; open.any()) {
      take(i, open.lowest());
      return true;
    }
    while (can.any()) {
      const int cell = can.pop();
      if (visited_.test(cell)) continue;
      visited_.set(cell);
      const std::size_t other = owner_[cell];
      if (!augment(other)) continue;
      groups_[other].owned.reset(cell);
      take(i, cell);
      return true;
    }
    return false;
  }
  void take(std::size_t i, int cell) {
    groups_[i].owned.set(cell);
    used_.set(cell);
    owner_[cell] = i;
  }

  // Of the groups whose cells were asked for in vain, and the places where each may be cut in two, the cut that lets
  // most other cells in. Returns the group, or -1 if there is none.
  int split_best(std::size_t i) {
    Group best[2];
    int where = -1, most = 0;
    consider(i, best, where, most);
    Cells owners;  // by the lowest cell that a group owns
    for (Cells asked = visited_; asked.any();) {
      const std::size_t other = owner_[asked.pop()];
      const int name = groups_[other].owned.lowest();
      if (other == i || owners.test(name)) continue;
      owners.set(name);
      consider(other, best, where, most);
    }
    if (where < 0) return where;
    used_ -= groups_[where].owned;
    groups_[where] = best[0];
    groups_.push_back(best[1]);
    return fit() ? where : -1;
  }
  void consider(std::size_t i, Group (&best)[2], int& where, int& most) const {
    const Lines& all = groups_[i].lines;
    for (int cut = 1, n = all.count(); cut < n; ++cut) {
      Group halves[2];
      Lines rest = all;
      for (int at = 0; at < n; ++at) {
        Group& half = halves[at >= cut];
        const int line = rest.pop();
        const Cells gap = t_.cells[line] & free_;
        half.common = half.lines.any() ? half.common & gap : gap;
        half.lines.set(line);
      }
      const int fresh = ((halves[0].common | halves[1].common) - visited_ - groups_[i].owned).count();
      if (fresh <= most) continue;
      most = fresh;
      where = static_cast<int>(i);
      best[0] = halves[0];
      best[1] = halves[1];
    }
  }

  const LineTables<Shape>& t_;
  const int size_, slack_;
  std::vector<Lines> ranks_;
  std::vector<Group> groups_;
  std::vector<std::size_t> owner_;  // by cell, where it is used
  Cells free_, used_, visited_;
  int room_ = 0;
};

}  // namespace kinrow
