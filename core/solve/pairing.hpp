// Pairing strategy: disjoint pairs of empty cells such that every live line of the attacker contains a whole pair.
// Whenever the attacker takes one cell of a pair, the defender takes the other, so no line is ever completed (Hales and
// Jewett 1963). One pair may serve many overlapping lines.
//
// With p stones per turn the same holds for disjoint sets of p + 1 cells: a turn of the attacker's leaves a cell free
// in each set that it enters, and enters at most p sets; the defender takes one cell of each, after which the set is
// done. At or during the attacker's turn, the attacker may have at most p stones left; extra stones of the defender's
// do no harm.
//
// A set lies in one row, column or diagonal, so each of these needs its own sets: as few groups of neighboring live
// lines as possible, such that the lines of a group have p + 1 empty cells in common; any of the common cells will do.
// Giving each group its own cells is a bipartite matching, found or refuted by augmenting paths (Kuhn 1955). If there
// is none, a group in the way is split in two, which may use other cells. After a few splits the test gives up: it may
// miss a pairing, but never claims one that does not exist.
//
// Figures: docs/experiments/leaf-tests.md.
#pragma once
#include <algorithm>
#include <cassert>
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
      : t_(t), size_(t.rules.stones + 1), slack_(size_ == 2 ? 0 : multi_stone_slack), owner_(t.rules.size()) {
    std::map<std::tuple<int, int, int>, Lines> ranks;  // rows, columns and diagonals, by direction and first cell
    for (int i = 0; i < static_cast<int>(t.cells.size()); ++i) ranks[rank_of(t.cells[i])].set(i);
    for (const auto& [rank, lines] : ranks) ranks_.push_back(lines);
  }

  // `found` receives the sets, unless it is null.
  [[nodiscard]] bool holds(const LineState<Shape>& s, int attacker, std::vector<Cells>* found = nullptr) {
    assert(s.to_move != attacker || s.left <= t_.rules.stones);
    return covers(s.empty(t_), s.live(t_, attacker), found);
  }
  // The same for these lines and these empty cells.
  [[nodiscard]] bool covers(const Cells& free, const Lines& lines, std::vector<Cells>* found = nullptr) {
    free_ = free;
    room_ = free_.count() / size_;
    used_ = Cells{};
    groups_.clear();
    if (!gather(lines) || !fit() || !match()) return false;
    if (found != nullptr)
      for (const Group& g : groups_) found->push_back(g.owned);
    return true;
  }

  // Whether the last call failed with so many groups that the stones of one turn would make no difference.
  bool crowded() const { return static_cast<int>(groups_.size()) > room_ + slack_; }

 private:
  struct Group {
    Lines lines;
    Cells common, owned;
  };
  static constexpr int most_splits = 12;        // measured: docs/experiments/leaf-tests.md
  static constexpr int multi_stone_slack = 16;  // groups beyond the cells that a few more stones may still settle

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

  // Makes the groups, as few as possible, from one end of each rank to the other. False if some line has too few cells
  // left, or there are too many groups.
  bool gather(const Lines& live) {
    for (const Lines& rank : ranks_)
      if (Lines lines = rank & live; lines.any() && !group(lines)) return false;
    return true;
  }
  bool group(Lines lines) {
    Group g;
    while (lines.any()) {  // the order of the numbers is the order along the rank
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
  // Gets one more cell for this group; other groups may exchange theirs for it.
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

  // Among the groups whose cells were not available, and the places at which each can be cut in two, makes the cut that
  // brings in the most other cells. Returns the group, or -1 if there is none.
  int split_best(std::size_t i) {
    Group best[2];
    int where = -1, most = 0;
    consider(i, best, where, most);
    Cells owners;  // groups seen, by their lowest cell
    for (Cells asked = visited_; asked.any();) {
      const std::size_t other = owner_[asked.pop()];
      const int lowest = groups_[other].owned.lowest();
      if (other == i || owners.test(lowest)) continue;
      owners.set(lowest);
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
  std::vector<std::size_t> owner_;  // by cell, if it is used
  Cells free_, used_, visited_;
  int room_ = 0;
};

}  // namespace kinrow
