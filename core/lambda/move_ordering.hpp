// MoveOrdering: scores moves in a lambda search, most promising first.
//
// The weights are a logistic fit of which moves won in positions of (15,15,5). docs/experiments/fit has the script that
// fits them; docs/experiments/lambda-search.md says how good they are.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "game/moves.hpp"
#include "lambda/line_directions.hpp"

namespace kinrow {

template <class Shape>
class MoveOrdering {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;

  explicit MoveOrdering(const LineTables<Shape>& t) : t_(t), lines_(t) {}

  static constexpr int directions = LineDirections<Shape>::directions, far = LineDirections<Shape>::far;
  // The kind of a cell along one direction: 0 on no line; 1 to 3 on one, two or more lines that lack four stones; 4 to
  // 6 the same for three stones; 7 to 9 for two.
  static constexpr int kinds = 1 + 3 * far;
  // The number of classes into which the kinds are merged for pairs of directions.
  static constexpr int levels = 6;
  // One number per feature: how often it occurs, or its weight.
  struct Side {
    int kind[kinds];
    int best_two[levels][levels];  // by the levels of the two best directions, the better one first
  };
  struct Terms {
    Side side[2];  // the mover's lines, the other side's
  };

  // Scores are hundredths of a logarithm.
  MoveList operator()(const State& s, int p, const Cells& moves) const {
    MoveList list;
    list.add_all(moves);
    for (int whose : {0, 1}) {
      const Kinds kinds_at = kinds_of(s, whose == 0 ? p : p ^ 1, moves);
      for (int i = 0; i < list.size; ++i) {
        const auto& found = kinds_at[list.at[i].cell];
        if (found == std::array<std::uint8_t, directions>{}) continue;  // on no line, which weighs nothing
        for_terms(found, fitted.side[whose], [&](int weight) { list.at[i].score += weight; });
      }
    }
    return list;
  }
  // The features of each of these moves.
  std::vector<Terms> features(const State& s, int p, const std::vector<int>& moves) const {
    std::vector<Terms> counts(moves.size());
    for (int whose : {0, 1}) {
      const Kinds kinds_at = kinds_of(s, whose == 0 ? p : p ^ 1, s.empty(t_));
      for (std::size_t i = 0; i < moves.size(); ++i)
        for_terms(kinds_at[moves[i]], counts[i].side[whose], [](int& count) { ++count; });
    }
    return counts;
  }
  static const Terms& weights() { return fitted; }

 private:
  static constexpr int level[kinds] = {0, 1, 1, 1, 2, 3, 3, 4, 5, 5};
  using Kinds = std::array<std::array<std::uint8_t, directions>, sizeof(Cells) * 8>;  // by cell

  // The kinds of these cells. The lines that lack the fewest stones come first; their cells no longer count for others.
  Kinds kinds_of(const State& s, int side, const Cells& cells) const {
    Kinds kind{};
    std::array<Cells, directions> rest;
    rest.fill(cells);
    for (int n = far; n >= 1; --n) {
      const Lines near = lines_.near(s, side, n);
      for (int d = 0; d < directions; ++d) {
        Cells once, twice, thrice;
        (near & lines_.along(d)).each([&](int line) {
          const Cells on = t_.cells[line] & rest[d];
          thrice |= twice & on;
          twice |= once & on;
          once |= on;
        });
        rest[d] -= once;
        const int below = 3 * (n - 1);
        set(kind, d, once - twice, below + 1);
        set(kind, d, twice - thrice, below + 2);
        set(kind, d, thrice, below + 3);
      }
    }
    return kind;
  }
  static void set(Kinds& kind, int direction, const Cells& cells, int to) {
    cells.each([&](int cell) { kind[cell][direction] = static_cast<std::uint8_t>(to); });
  }
  // Calls `use` with the entry of `terms` for each feature that a cell of these kinds has.
  template <class T, class Use>
  static void for_terms(const std::array<std::uint8_t, directions>& kind, T& terms, const Use& use) {
    int best = 0, second = 0;
    for (int d = 0; d < directions; ++d) {
      use(terms.kind[kind[d]]);
      const int l = level[kind[d]];
      second = std::max(second, std::min(best, l));
      best = std::max(best, l);
    }
    use(terms.best_two[best][second]);
  }

  static constexpr Terms fitted = {
      {// the mover's lines
       {{0, -8, 28, 56, 61, 333, 372, 434, 297, 0},
        {{}, {0, 132}, {0, 145, 178}, {0, 40, 24, -229}, {0, -20, -52, -248, 0}, {0, 86, -6, 0, 0, 0}}},
       // the other side's
       {{0, 14, 10, -6, 19, 22, 40, 105, 213, 68},
        {{}, {0, -10}, {0, -21, -9}, {0, -22, -22, -29}, {0, 12, -31, 109, -2}, {0, 38, 65, -29, 0, 0}}}}};

  const LineTables<Shape>& t_;
  LineDirections<Shape> lines_;
};

}  // namespace kinrow
