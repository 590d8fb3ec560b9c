// The features of the lambda search's fitted weights, against a count by hand, line by line.
#include <bit>
#include <numeric>

#include "brute.hpp"
#include "check.hpp"
#include "game/line_sizes.hpp"
#include "lambda/move_ordering.hpp"
#include "lambda/win_estimator.hpp"

using namespace brute;

namespace {

using Estimator = WinEstimator<MiddleShape>;
using Ordering = MoveOrdering<MiddleShape>;

// The best lines of a side through a cell in one direction: 3 if they lack two stones, 2 if three, 1 if four; 0: none.
struct Best {
  int near = 0, lines = 0;
  bool several(int n) const { return near == n && lines > 1; }
};

struct Count {
  Count(const Game& g, const Board& b, int side) : at(static_cast<std::size_t>(g.rules.size())) {
    for (const Line& line : g.lines) {
      const auto held = [&](int cell, int who) { return b.cells[static_cast<std::size_t>(cell)] == who; };
      const auto has = [&](const std::vector<int>& cells, int who) {
        return std::ranges::count_if(cells, [&](int cell) { return held(cell, who); });
      };
      if (has(line.cells, side ^ 1) > 0 || (g.rules.exact && has(line.extensions, side) > 0)) continue;
      const int near = 5 - g.rules.k + static_cast<int>(has(line.cells, side));
      if (near < 1 || near > 3) continue;
      ++lines[near - 1];
      for (const int cell : line.cells) add(at[static_cast<std::size_t>(cell)][direction(g, line)], near);
    }
  }
  static std::size_t direction(const Game& g, const Line& line) {
    const int step = line.cells[1] - line.cells[0], cols = g.rules.cols;
    return step == 1 ? 0 : step == cols ? 1 : step == cols + 1 ? 2 : 3;
  }
  static void add(Best& best, int near) {
    if (near > best.near) best = {near, 0};
    best.lines += near == best.near;
  }

  int lines[3] = {};
  std::vector<std::array<Best, 4>> at;  // by cell and direction
};

// Whether one of the directions is like `x` and another one like `y`.
template <class X, class Y>
bool crossing(const std::array<Best, 4>& at, const X& x, const Y& y) {
  for (std::size_t d = 0; d < 4; ++d)
    for (std::size_t e = 0; e < 4; ++e)
      if (d != e && x(at[d]) && y(at[e])) return true;
  return false;
}

Estimator::Side side_of(const Game& g, const Board& b, int side) {
  const Count count(g, b, side);
  Estimator::Side found{};
  std::ranges::copy(count.lines, found.lines);
  const auto near = [](int n) { return [n](const Best& best) { return best.near == n; }; };
  const auto two = [](const Best& best) { return best.several(2); };
  const auto three = [](const Best& best) { return best.several(3); };
  for (std::size_t cell = 0; cell < count.at.size(); ++cell) {
    if (b.cells[cell] >= 0) continue;
    const auto& at = count.at[cell];
    int* cells = found.cells;
    cells[Estimator::c33] += crossing(at, near(3), near(3));
    cells[Estimator::c32] += crossing(at, near(3), near(2));
    cells[Estimator::c31] += crossing(at, near(3), near(1));
    cells[Estimator::c22] += crossing(at, near(2), near(2));
    cells[Estimator::c21] += crossing(at, near(2), near(1));
    cells[Estimator::c11] += crossing(at, near(1), near(1));
    cells[Estimator::tt] += std::ranges::any_of(at, three);
    cells[Estimator::c3b] += crossing(at, near(3), two);
    cells[Estimator::cbb] += crossing(at, two, two);
    cells[Estimator::c2b] += crossing(at, near(2), two);
    cells[Estimator::c1b] += crossing(at, near(1), two);
    cells[Estimator::bb] += std::ranges::any_of(at, two);
  }
  return found;
}

Ordering::Side move_of(const std::array<Best, 4>& at) {
  Ordering::Side found{};
  std::array<int, 4> levels{};
  for (std::size_t d = 0; d < 4; ++d) {
    const auto [near, lines] = at[d];
    ++found.kind[near == 0 ? 0 : 3 * near - 3 + std::min(lines, 3)];
    levels[d] = near < 2 ? near : 2 * near - 2 + (lines > 1);
  }
  std::ranges::sort(levels, std::greater());
  ++found.best_two[levels[0]][levels[1]];
  return found;
}

template <class Terms>
auto numbers(const Terms& terms) {
  return std::bit_cast<std::array<int, sizeof(Terms) / sizeof(int)>>(terms);
}
template <class Terms>
int product(const Terms& x, const Terms& y) {
  const auto a = numbers(x), b = numbers(y);
  return std::inner_product(a.begin(), a.end(), b.begin(), 0);
}

struct Example {
  explicit Example(Dice& dice) : game(rules(dice)), board{{}, dice(X, O), 1} {
    for (int cell = 0; cell < game.rules.size(); ++cell)
      board.cells.push_back(static_cast<signed char>(std::max(-1, dice(-8, O))));
  }
  static Rules rules(Dice& dice) {
    Rules r = line(dice(6, 9), dice(6, 9), dice(3, 6));
    r.exact = dice(0, 2) == 0;
    return r;
  }
  Game game;
  Board board;
};

}  // namespace

TEST(features_of_the_win_estimate_match_a_plain_count) {
  Dice dice{std::mt19937(31)};
  int crossings = 0;
  for (int i = 0; i < 600; ++i) {
    const Example e(dice);
    const LineTables<MiddleShape> t(e.game);
    const Estimator estimate(t);
    const auto s = LineState<MiddleShape>::from(t, e.board);
    const int attacker = dice(X, O), orders = dice(1, 3);
    const Estimator::Terms counted{1,
                                   static_cast<int>(std::ranges::count_if(e.board.cells, [](int c) { return c >= 0; })),
                                   orders <= 2,
                                   {side_of(e.game, e.board, attacker), side_of(e.game, e.board, attacker ^ 1)}};
    CHECK(numbers(estimate.features(s, attacker, orders)) == numbers(counted));
    CHECK(estimate(s, attacker, orders) == product(counted, Estimator::weights(s.to_move == attacker)));
    crossings += counted.side[0].cells[Estimator::c33] > 0 && counted.side[1].cells[Estimator::cbb] > 0;
  }
  CHECK(crossings > 60);
}

TEST(features_of_the_move_order_match_a_plain_count) {
  Dice dice{std::mt19937(32)};
  for (int i = 0; i < 600; ++i) {
    const Example e(dice);
    const LineTables<MiddleShape> t(e.game);
    const Ordering ordering(t);
    const auto s = LineState<MiddleShape>::from(t, e.board);
    const int mover = dice(X, O);
    const MoveList list = ordering(s, mover, s.empty(t));
    const Count own(e.game, e.board, mover), other(e.game, e.board, mover ^ 1);
    std::vector<int> cells;
    for (int m = 0; m < list.size; ++m) cells.push_back(list.at[m].cell);
    const auto features = ordering.features(s, mover, cells);
    for (std::size_t m = 0; m < cells.size(); ++m) {
      const auto cell = static_cast<std::size_t>(cells[m]);
      const Ordering::Terms counted{{move_of(own.at[cell]), move_of(other.at[cell])}};
      CHECK(numbers(features[m]) == numbers(counted));
      CHECK(list.at[m].score == product(counted, Ordering::weights()));
    }
  }
}
