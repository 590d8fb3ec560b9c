// The engine's view of games with several stones per turn: its board against fresh ones, and what it says is won, lost
// or worth a look against plain minimax on random small games.
#include "brute.hpp"
#include "check.hpp"
#include "game/line_sizes.hpp"
#include "game/perft.hpp"
#include "play/line_evaluator.hpp"

using namespace brute;

namespace {

template <class Shape>
bool same(const LineBoard<Shape>& a, const LineBoard<Shape>& b) {
  return a.key() == b.key() && a.threats() == b.threats() && a.near() == b.near() && a.to_move() == b.to_move() &&
         a.left() == b.left() && a.empties() == b.empties() && a.over() == b.over() && a.winner() == b.winner();
}

Board after(const Game& g, Board b, int cell) {
  b.cells[cell] = static_cast<signed char>(b.to_move);
  if (--b.left == 0) b = {b.cells, b.to_move ^ 1, g.rules.stones};
  return b;
}

struct Clocked {  // a search without limits
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> nodes{0};
  TimeControl time{stop, nodes};
  ThreatCache unused{0};
  Clocked() { time.start({}); }
};

// Positions of random games that a line wins and that are not over.
template <class Check>
void each_position(unsigned seed, int games, const Check& check) {
  Dice dice{std::mt19937(seed)};
  for (int i = 0; i < games; ++i) {
    Rules r = any_line_rules(dice, 16);
    r.misere = false;
    r.k = std::max(r.k, 2);
    if (r.size() < 6) continue;
    const Game g(r);
    const Board b = any_board(g, dice, 9);
    Minimax reference(g);
    if (!reference.over(b)) check(g, b, reference);
  }
}

}  // namespace

TEST(line_boards_agree_with_fresh_ones) {
  Rules connect6 = line(19, 19, 6), exact = line(9, 9, 5);
  connect6.stones = 2;
  exact.stones = 3, exact.first = 2, exact.exact = true;
  for (const Rules& r : {connect6, exact}) {
    const Game g(r);
    const LineBoardTables<BroadShape> tables(g);
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
      const Playout game = random_game(g, g.start(), seed);
      LineBoard<BroadShape> played(tables, g.start());
      Board b = g.start();
      for (const int cell : game.moves) {
        CHECK(played.is_empty(cell) && !played.over());
        played.play(cell);
        b = after(g, b, cell);
        CHECK(same(played, LineBoard<BroadShape>(tables, b)));
      }
      CHECK(played.over() && played.winner() == game.winner);
      for (auto cell = game.moves.rbegin(); cell != game.moves.rend(); ++cell) played.undo(*cell);
      CHECK(same(played, LineBoard<BroadShape>(tables, g.start())));
    }
  }
}

TEST(line_evaluators_see_only_wins_and_losses_that_are_there) {
  std::array<int, 2> immediate{};
  int found = 0;
  each_position(31, 6000, [&](const Game& g, const Board& b, Minimax& reference) {
    Clocked search;
    const LineEvaluator<WordShape>::Tables tables(g, {});
    LineEvaluator<WordShape> evaluator(tables, b, search.time, search.unused);
    if (const auto score = evaluator.immediate_score(0)) {
      CHECK(sign(reference.value(b)) == sign(*score));
      ++immediate[*score > 0];
    } else if (const int cell = evaluator.winning_stone(); cell >= 0) {
      CHECK(reference.value_of_move(b, cell) > 0);
      ++found;
    }
  });
  CHECK(immediate[0] > 100 && immediate[1] > 500 && found > 50);
}

// Some stone of the best answer to a threat is among those worth a look, and no stone is left out if nothing threatens.
TEST(line_evaluators_look_at_an_answer_to_every_threat) {
  int answered = 0;
  each_position(32, 6000, [&](const Game& g, const Board& b, Minimax& reference) {
    Clocked search;
    const LineEvaluator<WordShape>::Tables tables(g, {});
    LineEvaluator<WordShape> evaluator(tables, b, search.time, search.unused);
    if (evaluator.immediate_score(0)) return;
    MoveList list;
    evaluator.generate(list, 100);
    CHECK(list.size > 0);
    if (!evaluator.must_answer()) return;
    int best = -1000;
    for (const MoveList::Move& move : list) best = std::max(best, sign(reference.value_of_move(b, move.cell)));
    CHECK(best == sign(reference.value(b)));
    ++answered;
  });
  CHECK(answered > 100);
}
