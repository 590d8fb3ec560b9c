// What the tree search proves, against the exact solver on random positions of every kind of small game; repetition.
#include "brute.hpp"
#include "check.hpp"
#include "game/perft.hpp"
#include "play/mcts.hpp"
#include "play/playout_board.hpp"
#include "solve/solver.hpp"

using namespace kinrow;

namespace {

Rules line_game(int rows, int cols, int k, int stones = 1, int first = 1, bool exact = false, bool misere = false) {
  Rules r;
  r.rows = rows, r.cols = cols, r.k = k, r.stones = stones, r.first = first, r.exact = exact, r.misere = misere;
  return r;
}
Rules majority_game(int rows, int cols, int k, int threshold, int stones, int turns) {
  Rules r = line_game(rows, cols, k, stones, stones);
  r.majority = true, r.turns = turns, r.fill = X, r.threshold = threshold, r.begins = O;
  return r;
}

// The board after some stones of a random game, not finished yet.
Board random_board(const Game& g, std::uint64_t seed) {
  const Playout p = random_game(g, g.start(), seed);
  Board b = g.start();
  const std::size_t stones = seed % p.moves.size();
  for (std::size_t i = 0; i < stones; ++i) {
    b.cells[p.moves[i]] = static_cast<signed char>(b.to_move);
    if (--b.left == 0) b = {b.cells, b.to_move ^ 1, g.rules.stones};
  }
  return b;
}

struct Tally {
  int positions = 0, proven = 0, best = 0;
  int misplayed = 0;  // the board was proven, but not yet the move
};

// Runs one search; all its bounds must contain the exact values of the board and of each of its moves.
void compare(Solver& solver, Mcts& mcts, const Board& b, std::uint64_t simulations, Tally& tally) {
  const MctsResult found = mcts.search(b, {simulations, {}});
  const int value = sign(solver.value(b, Aim::outcome, 0xffffffff).lower);
  CHECK(found.lower <= value && value <= found.upper);
  ++tally.positions;
  tally.proven += found.lower == found.upper;
  bool named = false;
  for (const MoveBounds& exact : solver.moves(b, Aim::outcome, 0xffffffff)) {
    CHECK(settled(exact.bounds, Aim::outcome));
    const int worth = sign(exact.bounds.lower);
    for (const MoveStatistics& m : found.moves)
      if (m.cell == exact.cell) CHECK(m.lower <= worth && worth <= m.upper);
    if (exact.cell != found.best) continue;
    named = true;
    tally.best += worth == value;
    tally.misplayed += found.lower == found.upper && worth != value;
  }
  CHECK(named);
}

void compare(const Game& g, int threads, std::uint64_t seeds, std::uint64_t simulations, Tally& tally) {
  const auto mcts = make_mcts(g, {1 << 24, threads, 1});
  const auto solver = make_solver(g, 1 << 22, 1);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    mcts->forget();
    compare(*solver, *mcts, random_board(g, seed), simulations, tally);
  }
  CHECK(tally.misplayed == 0);
}

std::shared_ptr<const Network> random_network(const Rules& r, brute::Dice& dice) {
  const Network::Shape shape{dice(1, 3), dice(1, 9), dice(1, 5), dice(0, 2), dice(1, 4), std::min(r.stones, 3)};
  std::vector<std::int16_t> numbers(Network::numbers(shape));
  for (std::int16_t& n : numbers) n = static_cast<std::int16_t>(dice(-600, 600));
  return std::make_shared<Network>(shape, numbers);
}

// Whole games of any rules, with one to three threads and the tree kept from stone to stone.
void compare_whole_games(int games, bool by_network, Tally& tally) {
  brute::Dice dice{std::mt19937(3)};
  for (int i = 0; i < games; ++i) {
    const Game g(brute::any_rules(dice, 12));
    if (by_network && g.rules.majority) continue;
    const auto network = by_network ? random_network(g.rules, dice) : nullptr;
    const auto mcts = make_mcts(g, {1 << 20, 1 + i % 3, static_cast<std::uint64_t>(i), network});
    const auto solver = make_solver(g, 1 << 20, 1);
    const PlayoutTables tables(g);
    PlayoutBoard field(tables, g.start());
    Board b = g.start();
    while (!field.over()) {
      compare(*solver, *mcts, b, static_cast<std::uint64_t>(dice(1, 60)), tally);
      int cell = dice(0, g.rules.size() - 1);
      while (field.sign(cell) >= 0) cell = dice(0, g.rules.size() - 1);
      b.cells[cell] = static_cast<signed char>(b.to_move);
      field.play(cell);
      b.to_move = field.to_move();
      b.left = field.left();
    }
  }
}

}  // namespace

TEST(mcts_proofs_are_true) {
  const std::vector<Rules> kinds = {line_game(3, 3, 3),
                                    line_game(4, 4, 3),
                                    line_game(4, 4, 4),
                                    line_game(3, 5, 3, 1, 1, true),
                                    line_game(3, 3, 3, 1, 1, false, true),
                                    line_game(4, 4, 3, 2, 1),
                                    line_game(3, 4, 3, 2, 2, true, true),
                                    line_game(4, 4, 2, 3, 1, false, true),
                                    line_game(2, 3, 7),
                                    line_game(1, 6, 1, 1, 1, true),
                                    majority_game(3, 3, 3, 2, 1, 6),
                                    majority_game(4, 4, 4, 3, 2, 6)};
  for (const Rules& r : kinds) {
    Tally tally;
    const bool hard = r.misere || r.majority;  // fewer results can be proven early
    compare(Game(r), 1, 150, hard ? 2000 : 600, tally);
    CHECK(hard || tally.proven * 10 >= tally.positions * 9);
    CHECK(tally.best * 100 >= tally.positions * (hard ? 80 : 98));
  }
}

TEST(mcts_proofs_with_several_threads_are_true) {
  Tally tally;
  compare(Game(line_game(4, 4, 3)), 3, 60, 600, tally);
  compare(Game(line_game(4, 4, 3, 2, 1)), 3, 60, 600, tally);
  CHECK(tally.best * 100 >= tally.positions * 95);
}

TEST(mcts_proofs_are_true_in_random_games) {
  Tally tally;
  compare_whole_games(2000, false, tally);
  CHECK(tally.positions > 7000 && tally.proven * 10 >= tally.positions * 8);
  CHECK(tally.best * 100 >= tally.positions * 99);
}

// The values of a network of random numbers mean nothing, and nothing that is proved may rest on them.
TEST(mcts_proofs_with_a_network_are_true_in_random_games) {
  Tally tally;
  compare_whole_games(600, true, tally);
  CHECK(tally.positions > 1500 && tally.proven * 10 >= tally.positions * 7);
}

TEST(mcts_is_deterministic_with_one_thread) {
  const Game g(line_game(6, 6, 4));
  std::vector<int> games[2];
  for (std::vector<int>& moves : games) {
    const auto mcts = make_mcts(g, {1 << 22, 1, 5});
    Board b = g.start();
    for (int i = 0; i < 8; ++i) {
      const MctsResult r = mcts->search(b, {400, {}});
      moves.push_back(r.best);
      b.cells[r.best] = static_cast<signed char>(b.to_move);
      b.to_move ^= 1;
    }
    mcts->forget();
    const MctsResult again = mcts->search(g.start(), {400, {}});
    CHECK(again.best == moves[0] && again.simulations == 400);
  }
  CHECK(games[0] == games[1]);
}

TEST(mcts_reuses_its_tree_within_its_memory) {
  const Game g(line_game(15, 15, 5));
  const std::uint64_t memory = 1 << 20;
  const auto mcts = make_mcts(g, {memory, 1, 5});
  Board b = g.start();
  const MctsResult first = mcts->search(b, {3000, {}});
  CHECK(mcts->nodes() * 32 <= memory);
  std::uint64_t visits = 0;
  for (const MoveStatistics& m : first.moves)
    if (m.cell == first.best) visits = m.visits;
  b.cells[first.best] = X;
  b.to_move = O;
  std::uint64_t total = 0;
  for (const MoveStatistics& m : mcts->search(b, {10, {}}).moves) total += m.visits;
  CHECK(total + 10 >= visits && total > 10);
}

TEST(mcts_sees_threats) {
  const Game g(line_game(15, 15, 5));
  const auto mcts = make_mcts(g, {1 << 24, 1, 5});
  Board b = g.start();
  for (const int c : {7 * 15 + 5, 7 * 15 + 6, 7 * 15 + 7}) b.cells[c] = X;  // an open three: an open four wins
  for (const int c : {3, 30, 200}) b.cells[c] = O;
  const MctsResult win = mcts->search(b, {2000, {}});
  CHECK(win.lower == 1 && (win.best == 7 * 15 + 4 || win.best == 7 * 15 + 8));
  b.cells[7 * 15 + 8] = X;  // a four: one cell stops it, or none if it is open
  b.cells[7 * 15 + 4] = O;
  b.to_move = O;
  CHECK(mcts->search(b, {500, {}}).best == 7 * 15 + 9);
}
