// RootThreats: the wins and defenses that it finds, against the exact solver.
#include <algorithm>

#include "check.hpp"
#include "game/perft.hpp"
#include "play/playout_board.hpp"
#include "play/root_threats.hpp"
#include "prove/prover.hpp"
#include "solve/solver.hpp"

using namespace kinrow;

namespace {

Rules line_game(int rows, int cols, int k, bool exact = false) {
  Rules r;
  r.rows = rows, r.cols = cols, r.k = k, r.exact = exact;
  return r;
}

Board with_stone(Board board, int cell) {
  board.cells[static_cast<std::size_t>(cell)] = static_cast<signed char>(board.to_move);
  board.to_move ^= 1;
  return board;
}

struct Threats {
  explicit Threats(const Game& game) : root(game, &make_lambda_oracle, 1 << 22, stop, nodes) {}
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> nodes{0};
  RootThreats root;
};

// Calls `check(game, board, loses)` with positions in the middle of random games; `loses(cell)` is what the solver says
// of a move.
template <class Check>
void for_positions(const Check& check) {
  for (const Rules& r : {line_game(5, 5, 4), line_game(6, 5, 4), line_game(5, 5, 4, true), line_game(4, 5, 3)}) {
    const Game g(r);
    const auto solver = make_solver(g, 1 << 24, 1);
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Board b = g.start();
      const Playout p = random_game(g, b, seed);
      for (std::size_t i = 0; i < seed % p.moves.size(); ++i) b = with_stone(b, p.moves[i]);
      const auto loses = [&](int cell) { return solver->value(with_stone(b, cell), Aim::outcome, ~0ULL).lower > 0; };
      check(g, b, loses);
    }
  }
}

std::vector<int> empty_cells(const Board& b) {
  std::vector<int> cells;
  for (int c = 0; c < static_cast<int>(b.cells.size()); ++c)
    if (b.cells[static_cast<std::size_t>(c)] < 0) cells.push_back(c);
  return cells;
}

}  // namespace

TEST(winning_moves_of_root_threats_win) {
  int found = 0;
  for_positions([&](const Game& g, const Board& b, const auto&) {
    Threats threats(g);
    const int cell = threats.root.winning_move(b, {{}, 5'000});
    if (cell < 0) return;
    ++found;
    const Board next = with_stone(b, cell);
    const auto solver = make_solver(g, 1 << 22, 1);
    PlayoutTables tables(g);
    CHECK(PlayoutBoard(tables, next).over() || solver->value(next, Aim::outcome, ~0ULL).upper < 0);
  });
  CHECK(found > 60);
}

TEST(moves_outside_the_zone_of_a_threat_lose) {
  int zones = 0, outside = 0;
  for_positions([&](const Game& g, const Board& b, const auto& loses) {
    Threats threats(g);
    if (threats.root.winning_move(b, {{}, 5'000}) >= 0) return;
    const auto zone = threats.root.zone_of_threat(b, {{}, 5'000});
    if (!zone) return;
    ++zones;
    for (const int cell : empty_cells(b)) {
      if (zone->test(cell)) continue;
      ++outside;
      CHECK(loses(cell));
    }
  });
  CHECK(zones > 20 && outside > 60);
}

TEST(moves_that_are_not_listed_as_defenses_lose) {
  int lost = 0;
  for_positions([&](const Game& g, const Board& b, const auto& loses) {
    Threats threats(g);
    if (threats.root.winning_move(b, {{}, 5'000}) >= 0) return;
    const std::vector<int> moves = empty_cells(b), left = threats.root.defenses(b, moves, {{}, 20'000});
    CHECK(!left.empty());
    for (const int cell : moves) {
      if (std::find(left.begin(), left.end(), cell) != left.end()) continue;
      ++lost;
      CHECK(loses(cell));
    }
  });
  CHECK(lost > 100);
}

TEST(root_threats_stay_within_their_allowance) {
  const Game g(line_game(15, 15, 5));
  const auto now = std::chrono::steady_clock::now();
  Threats threats(g);
  const Board b = with_stone(with_stone(g.start(), 112), 113);
  CHECK(threats.root.winning_move(b, {{}, 10}) < 0 && threats.nodes == 0);
  CHECK(threats.root.winning_move(b, {{}, 1'000}) < 0);
  CHECK(threats.nodes > 5'000 && threats.nodes < 20'000);
  const std::uint64_t before = threats.nodes;
  CHECK(threats.root.winning_move(b, {now, unlimited}) < 0);
  threats.stop = true;
  CHECK(threats.root.winning_move(b, {}) < 0 && threats.nodes == before);
}
