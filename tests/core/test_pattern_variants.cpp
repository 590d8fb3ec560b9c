// The pattern board under renju and caro: forbidden cells against the rules, and defenses against trying every cell.
#include <algorithm>

#include "check.hpp"
#include "game/perft.hpp"
#include "threat/pattern_board.hpp"

using namespace kinrow;

namespace {

Rules nine_by_nine(bool renju) {
  Rules r;
  r.rows = r.cols = 9, r.k = 5, r.renju = renju, r.caro = r.exact = !renju;
  return r;
}

// Visits every position of random games, and their ends backwards.
template <class Check>
void each_position(const Game& g, const Check& check) {
  const PatternTables tables(g);
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    const Playout game = random_game(g, g.start(), seed);
    PatternBoard p(tables, g.start());
    Board b = g.start();
    for (const int cell : game.moves) {
      check(p, b);
      p.play(cell);
      b.cells[cell] = static_cast<signed char>(b.to_move);
      b.to_move ^= 1;
    }
    for (auto cell = game.moves.rbegin(); cell != game.moves.rend(); ++cell) {
      p.undo(*cell);
      b.cells[*cell] = -1;
      b.to_move ^= 1;
      check(p, b);
    }
  }
}

bool contains(const MoveList& list, int cell) {
  return std::any_of(list.begin(), list.end(), [&](const MoveList::Move& move) { return move.cell == cell; });
}

// The cells after which `holds` is true of the board.
template <class Holds>
std::vector<int> tried(PatternBoard& p, const Holds& holds) {
  std::vector<int> found;
  for (int c = 0; c < p.cells(); ++c) {
    if (!p.is_empty(c) || p.forbidden(c)) continue;
    p.play(c);
    if (p.won() || holds()) found.push_back(c);
    p.undo(c);
  }
  return found;
}

}  // namespace

TEST(pattern_board_knows_the_forbidden_cells_of_renju) {
  const Game g(nine_by_nine(true));
  int forbidden = 0;
  each_position(g, [&](const PatternBoard& p, const Board& b) {
    if (p.to_move() != X) return;
    Signs signs;
    signs.fill(-1);
    std::copy(b.cells.begin(), b.cells.end(), signs.begin());
    for (int c = 0; c < p.cells(); ++c) {
      if (!p.is_empty(c)) continue;
      CHECK(p.forbidden(c) == g.stones.forbids(signs, c));
      forbidden += p.forbidden(c);
    }
  });
  CHECK(forbidden > 100);
}

TEST(parries_of_caro_are_all_that_stop_the_line) {
  const Game g(nine_by_nine(false));
  int several = 0;
  each_position(g, [&](PatternBoard p, const Board&) {
    if (p.over() || p.count(p.to_move() ^ 1, completes_line) == 0) return;
    const std::vector<int> right = tried(p, [&] { return p.count(p.to_move(), completes_line) == 0; });
    MoveList list;
    p.add_parries(list);
    CHECK(list.size == static_cast<int>(right.size()) && p.helpless() == right.empty());
    for (const int cell : right) CHECK(contains(list, cell));
    several += right.size() > 1;
  });
  CHECK(several > 10);
}

TEST(defenses_are_all_that_stop_a_win) {
  int seen = 0;
  for (const bool renju : {false, true}) {
    const Game g(nine_by_nine(renju));
    each_position(g, [&](PatternBoard p, const Board&) {
      const int me = p.to_move(), he = me ^ 1;
      if (p.over() || p.count(he, makes_win) == 0 || p.count(he, completes_line) + p.count(me, completes_line) > 0)
        return;
      const std::vector<int> right = tried(p, [&] {
        return p.count(me, completes_line) > 0 || p.count(he, makes_win) + p.count(he, completes_line) == 0;
      });
      MoveList list;
      p.defenses(list);
      for (const int cell : right) CHECK(contains(list, cell));
      seen += !right.empty();
    });
  }
  CHECK(seen > 20);
}
