// MoveOrdering: moves in a lambda search, most promising first.
//
// A logistic fit to which moves of (15,15,5) won within 1,000 positions, the cheapest most: the cheapest is third or
// fourth in this order on average. docs/experiments/lambda-search.md has the data and the script that repeats the fit.
#pragma once
#include <algorithm>

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

  // Scores are hundredths of a logarithm.
  MoveList operator()(const State& s, int p, const Cells& moves) const {
    MoveList list;
    list.add_all(moves);
    for (int whose : {0, 1}) add(s, whose == 0 ? p : p ^ 1, weights[whose], list);
    return list;
  }

 private:
  static constexpr int directions = LineDirections<Shape>::directions, far = LineDirections<Shape>::far;
  // How a cell lies on lines of one direction: none, one to three that lack four stones, as many that lack three, two.
  static constexpr int kinds = 1 + 3 * far;
  // With lines that lack three or two stones: one alone, or more.
  static constexpr int levels = 6;
  static constexpr int level[kinds] = {0, 1, 1, 1, 2, 3, 3, 4, 5, 5};
  struct Weights {
    int kind[kinds];
    int best_two[levels][levels];  // by the levels of the two best directions, the better first
  };

  void add(const State& s, int side, const Weights& w, MoveList& list) const {
    std::uint8_t kind[sizeof(Cells) * 8][directions] = {};
    for (int n = 1; n <= far; ++n) {
      const Lines near = lines_.near(s, side, n);
      for (int d = 0; d < directions; ++d)
        for (Lines lines = near & lines_.along(d); lines.any();)
          for (Cells cells = t_.cells[lines.pop()]; cells.any();) count(kind[cells.pop()][d], 3 * (n - 1));
    }
    for (int i = 0; i < list.size; ++i) list.at[i].score += score(kind[list.at[i].cell], w);
  }
  // One more line; of those that lack more stones, `below` kinds, none counts any more.
  static void count(std::uint8_t& kind, int below) {
    kind = static_cast<std::uint8_t>(std::min(std::max<int>(kind, below) + 1, below + 3));
  }
  static int score(const std::uint8_t* kind, const Weights& w) {
    int score = 0, best = 0, second = 0;
    for (int d = 0; d < directions; ++d) {
      score += w.kind[kind[d]];
      const int l = level[kind[d]];
      second = std::max(second, std::min(best, l));
      best = std::max(best, l);
    }
    return score + w.best_two[best][second];
  }

  static constexpr Weights weights[2] = {
      // the mover's lines
      {{0, -8, 28, 56, 61, 333, 372, 434, 297, 0},
       {{}, {0, 132}, {0, 145, 178}, {0, 40, 24, -229}, {0, -20, -52, -248, 0}, {0, 86, -6, 0, 0, 0}}},
      // the other side's
      {{0, 14, 10, -6, 19, 22, 40, 105, 213, 68},
       {{}, {0, -10}, {0, -21, -9}, {0, -22, -22, -29}, {0, 12, -31, 109, -2}, {0, 38, 65, -29, 0, 0}}}};

  const LineTables<Shape>& t_;
  LineDirections<Shape> lines_;
};

}  // namespace kinrow
