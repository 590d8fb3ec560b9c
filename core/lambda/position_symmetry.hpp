// PositionSymmetry: which moves are the same up to a symmetry, in positions with few stones.
//
// A symmetry of the board that maps the position onto itself maps wins onto wins. So of the moves that it maps onto
// each other one is enough, and the zone of the tree is closed under it, because the images of that tree count too.
#pragma once
#include <algorithm>
#include <vector>

#include "board/transform.hpp"
#include "game/line_state.hpp"
#include "game/moves.hpp"

namespace kinrow {

template <class Shape>
class PositionSymmetry {
 public:
  using Cells = typename Shape::Cells;
  using State = LineState<Shape>;
  using Group = Transform<static_cast<int>(sizeof(Cells) / 8)>;

  explicit PositionSymmetry(const LineTables<Shape>& t)
      : t_(t), group_(board_symmetries(t.rules.rows, t.rules.cols, t.rules.exchangeable())) {
    for (int g = 1; g < group_.size(); ++g)
      if (group_.apply(g, t.allowed[1]) == t.allowed[1]) keeping_.push_back(g);
  }

  const Group& group() const { return group_; }

  State image(int symmetry, State s) const {
    for (int side : {X, O}) s.stones[side] = group_.apply(symmetry, s.stones[side]);
    return s;
  }
  // Whether this symmetry maps wins onto wins: lines that do not count may lie differently.
  bool keeps_wins(int symmetry) const {
    return t_.ending_before.none() || symmetry == 0 ||
           std::find(keeping_.begin(), keeping_.end(), symmetry) != keeping_.end();
  }
  // The symmetries that map the position onto itself, and the cells that a zone may have.
  std::vector<int> symmetries_of(const State& s) const {
    std::vector<int> symmetries;
    if (t_.rules.size() - s.empties > most_stones) return symmetries;
    for (const int g : keeping_)
      if (group_.apply(g, s.stones[X]) == s.stones[X] && group_.apply(g, s.stones[O]) == s.stones[O])
        symmetries.push_back(g);
    return symmetries;
  }
  // Keeps the best of these moves, in order; of symmetric moves only the first.
  void keep_distinct(const State& s, MoveList& list, int most) const {
    const auto symmetries = symmetries_of(s);
    Cells seen;
    int kept = 0;
    for (int i = 0; i < list.size && kept < most; ++i) {
      const int cell = list.best_from(i);
      if (seen.test(cell)) continue;
      list.at[kept++] = list.at[i];
      for (const int g : symmetries) seen.set(group_.image(g, cell));
    }
    list.size = kept;
  }

 private:
  static constexpr int most_stones = 6;  // hardly any position with more is symmetric

  const LineTables<Shape>& t_;
  Group group_;
  std::vector<int> keeping_;  // the symmetries that keep the cells that a zone may have
};

}  // namespace kinrow
