// Attacks: what they say is won is won, and stays so with as many further stones outside the zone as the order says.
#include "brute.hpp"
#include "check.hpp"
#include "prove/attack.hpp"
#include "solve/line_sizes.hpp"

using namespace brute;

namespace {

using State = LineState<SmallShape>;
using Cells = SmallShape::Cells;

// The board after `side` was given stones on at most `count` of these cells.
Board with_more(const Board& board, int side, Cells cells, int count, Dice& dice) {
  Board b = board;
  for (int left = count; left > 0 && cells.any(); --left) {
    int skip = dice(0, cells.count() - 1);
    int cell = cells.pop();
    while (skip-- > 0) cell = cells.pop();
    cells.reset(cell);
    b.cells[static_cast<std::size_t>(cell)] = static_cast<signed char>(side);
  }
  return b;
}

}  // namespace

TEST(an_attack_wins_what_it_says_with_stones_outside_the_zone) {
  Dice dice{std::mt19937(8)};
  const std::atomic<bool> stop{false};
  int wins = 0, found = 0, further = 0;
  for (int i = 0; i < 1500; ++i) {
    const Game g(line(dice(3, 4), dice(3, 5), dice(3, 4)));
    const LineTables<SmallShape> t(g);
    const Board b = any_board(g, dice, 9);
    const State s = State::from(t, b);
    if (s.over()) continue;
    const int side = dice(X, O), order = dice(0, 3);
    Minimax truth(g);
    const bool won = (b.to_move == side ? truth.value(b) : -truth.value(b)) > 0;
    wins += won;
    Attack<SmallShape> attack(t, 1 << 20, stop);
    const auto e = attack.ask(s, side, order, 3, 3000);
    if (!e.numbers.proven()) continue;
    CHECK(won);
    ++found;
    for (int more = 0; more < 8; ++more) {
      const Board after = with_more(b, side ^ 1, s.empty(t) - e.zone, order, dice);
      const State late = State::from(t, after);
      CHECK(late.line_by != (side ^ 1));
      if (late.over()) continue;
      const int value = truth.value(after);
      CHECK((b.to_move == side ? value : -value) > 0);
      further += late.empties < s.empties;
    }
  }
  CHECK(wins > 200);
  CHECK(found > wins / 2);
  CHECK(further > 200);
}
