// Wins by threats with several stones per turn against plain minimax on random small games.
#include "brute.hpp"
#include "check.hpp"
#include "dfpn/outcome_search.hpp"
#include "dfpn/threat_game.hpp"
#include "game/line_sizes.hpp"

using namespace brute;

namespace {

using Turns = ThreatGame<SmallShape>;

// Who wins by threats: 1 the side to move, -1 the other side; 0 if neither was found to.
int winner(const Game& g, const Board& b) {
  const Keys<Turns::words> keys(Turns::group(g), g.rules.size());
  SearchStatus status;
  ThreadPool pool(1);
  Workspace<ProofTable> space(1 << 20, status, pool);
  OutcomeSearch<Turns> crew(g, keys, space, 1);
  const auto s = crew.rules().from(b);
  if (s.over()) return 0;
  if (crew.search(s, 1).proven()) return 1;
  return crew.search(s, 0).disproven() ? -1 : 0;
}

}  // namespace

TEST(multi_stone_wins_by_threats_are_wins) {
  Dice dice{std::mt19937(21)};
  std::array<int, 3> found{};
  for (int i = 0; i < 4000; ++i) {
    Rules r = any_rules(dice, 16);
    r.majority = r.misere = false;
    r.stones = dice(2, 3);
    if (r.size() < 8) continue;
    const Game g(r);
    const Board b = any_board(g, dice, 9);
    const int won = winner(g, b);
    ++found[static_cast<std::size_t>(won + 1)];
    if (won != 0) CHECK(sign(Minimax(g).value(b)) == won);
  }
  CHECK(found[0] > 100 && found[2] > 100);
}

TEST(weights_of_lines_with_many_stones_fit) {
  Rules r = line(1, 22, 20);
  r.stones = 2;
  const Game g(r);
  const LineTables<WordShape> t(g);
  Board b = g.start();
  std::fill_n(b.cells.begin(), 16, static_cast<signed char>(X));
  b.left = 2;
  CHECK(MultiStoneThreats<WordShape>(t, 10).win(LineState<WordShape>::from(t, b)) == 0);
}
