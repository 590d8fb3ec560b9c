// Classes of boards: the lines that leave a window, and what a lambda search in it says of the boards around it.
#include "brute.hpp"
#include "certificate/first_image.hpp"
#include "check.hpp"
#include "game/line_sizes.hpp"
#include "lambda/lambda_search.hpp"
#include "prove/prover.hpp"
#include "system/job.hpp"

using namespace brute;

namespace {

// Rows above and below a window, columns to its left and right.
struct Margins {
  int above, below, left, right;
};

Rules some_class(Dice& dice) {
  Rules rules = line(dice(1, 3), dice(3, 4), dice(2, 3));
  rules.exact = dice(0, 3) == 0;
  rules.more_rows = dice(0, 1) == 1;
  rules.more_cols = !rules.more_rows || dice(0, 1) == 1;
  return rules;
}

Rules one_board(Rules rules, const Margins& m = {}) {
  rules.rows += m.above + m.below;
  rules.cols += m.left + m.right;
  rules.more_rows = rules.more_cols = false;
  return rules;
}

Board around(const Board& board, const Rules& rules, const Margins& m) {
  const int cols = rules.cols + m.left + m.right;
  Board b = Game(one_board(rules, m)).start();
  for (int c = 0; c < rules.size(); ++c)
    b.cells[(c / rules.cols + m.above) * cols + c % rules.cols + m.left] = board.cells[c];
  b.to_move = board.to_move;
  return b;
}

}  // namespace

TEST(leaving_lines_are_the_lines_of_a_larger_board_that_cross_the_edge) {
  Dice dice{std::mt19937(31)};
  for (int i = 0; i < 200; ++i) {
    Rules rules = some_class(dice);
    rules.k = dice(1, 5);
    const int down = rules.more_rows ? rules.k - 1 : 0, right = rules.more_cols ? rules.k - 1 : 0;
    const int rows = rules.rows + 2 * down, cols = rules.cols + 2 * right;
    const auto inside = [&](int cell) {
      const int row = cell / cols - down, col = cell % cols - right;
      return row >= 0 && row < rules.rows && col >= 0 && col < rules.cols;
    };
    std::size_t crossing = 0;
    for (const Line& l : lines_of(rows, cols, rules.k)) {
      const auto here = std::count_if(l.cells.begin(), l.cells.end(), inside);
      crossing += here > 0 && here < rules.k;
    }
    const auto leaving = leaving_lines(rules.rows, rules.cols, rules.k, rules.more_rows, rules.more_cols);
    CHECK(leaving.size() == crossing);
    for (const Line& l : leaving) CHECK(static_cast<int>(l.cells.size()) + l.outside == rules.k);
  }
}

TEST(wins_in_a_class_of_boards_are_wins_on_larger_boards) {
  Dice dice{std::mt19937(32)};
  int found = 0, lost = 0;
  for (int i = 0; i < 1000; ++i) {
    const Rules rules = some_class(dice);
    const Board b = any_board(Game(one_board(rules)), dice, 6);
    const Game g(rules);
    const LineTables<NarrowShape> t(g);
    const auto s = LineState<NarrowShape>::from(t, b);
    if (s.over()) continue;
    SearchStatus status;
    ThreadPool pool(1);
    const auto e =
        LambdaSearch<NarrowShape>(t, 1 << 20, 1, status, pool).search({s, X, 0, deepest_order_of(rules)}, 1000);
    Margins m{};
    if (rules.more_rows) m.above = dice(0, 1), m.below = dice(0, 1);
    if (rules.more_cols) m.left = dice(0, 1), m.right = dice(0, rules.rows == 1 ? 3 : 1);
    const Game larger(one_board(rules, m));
    Minimax truth(larger);
    if (s.empties + larger.rules.size() - rules.size() > 12) continue;
    const bool won = truth.wins(around(b, rules, m), X);
    lost += !won;
    if (!e.numbers.proven()) continue;
    ++found;
    CHECK(won);
    CHECK(s.empty(t).holds(e.zone));
  }
  CHECK(found > 80);
  CHECK(lost > 80);
}

TEST(a_search_in_a_window_too_small_for_a_win_ends) {
  Rules rules = line(5, 5, 5);
  rules.more_rows = rules.more_cols = true;
  const Game g(rules);
  const auto prover = make_prover(g, 1 << 20, 1);
  Bounds b{};
  Job job(prover->status().stop);
  job.begin([&] { b = prover->value(g.start()); });
  CHECK(job.wait(20));
  CHECK(b.lower == -1 && b.upper == 1);
}

TEST(a_first_image_exchanges_rows_and_columns_only_if_the_class_may) {
  Rules r = line(3, 3, 3);
  Board b = Game(r).start();
  b.cells[3] = X;
  CHECK(FirstImage(r, b).board().cells[7] == X);
  r.more_rows = true;
  CHECK(FirstImage(r, b).board().cells[5] == X);
  r.more_cols = true;
  CHECK(FirstImage(r, b).board().cells[7] == X);
}
