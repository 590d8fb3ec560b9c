// Leaves: positions at which a proof of "does not lose" may end, because the opponent can be kept from completing a
// line or, in misère games, because the side itself can avoid completing one.
#pragma once
#include <optional>
#include <vector>

#include "solve/avoidance.hpp"
#include "solve/potential.hpp"

namespace kinrow {

template <class Shape>
class Leaves {
 public:
  using Cells = typename Shape::Cells;
  using State = LineState<Shape>;
  struct Leaf {
    std::optional<std::vector<Cells>> sets;  // of the pairing; absent if the potential holds instead
    Cells zone;
  };

  explicit Leaves(const LineTables<Shape>& t)
      : t_(t), misere_(t.rules.misere), pairing_(t), potential_(t), avoidance_(t) {}

  std::optional<Leaf> find(const State& s, int side) {
    const auto live = s.live(t_, whose_lines(side));
    if (live.none() && below_bound(s, side)) return Leaf{};
    if (std::vector<Cells> sets; paired(s, side, &sets)) {
      Leaf leaf{std::move(sets), {}};
      for (const Cells& set : *leaf.sets) leaf.zone |= set;
      return leaf;
    }
    if (below_bound(s, side)) return Leaf{{}, s.gaps(t_, live)};
    return std::nullopt;
  }
  // Whether a pairing holds. If the opponent is to move, it must have no more stones left than in a normal turn.
  bool paired(const State& s, int side, std::vector<Cells>* sets = nullptr) {
    if (misere_) return avoidance_.paired(s, side, sets);
    return (s.to_move == side || s.left <= t_.rules.stones) && pairing_.holds(s, side ^ 1, sets);
  }

 private:
  int whose_lines(int side) const { return misere_ ? side : side ^ 1; }
  bool below_bound(const State& s, int side) const {
    return misere_ ? avoidance_.below_bound(s, side) : s.left == t_.rules.stones && potential_.holds(s, side ^ 1);
  }

  const LineTables<Shape>& t_;
  bool misere_;
  Pairing<Shape> pairing_;
  Potential<Shape> potential_;
  Avoidance<Shape> avoidance_;
};

}  // namespace kinrow
