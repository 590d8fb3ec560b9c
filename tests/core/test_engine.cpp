// The engine: its board against plain rules, its forced wins against the exact solver, its time control.
#include "check.hpp"
#include "game/perft.hpp"
#include "play/alpha_beta.hpp"
#include "play/engine.hpp"
#include "play/pattern_evaluator.hpp"
#include "play/playout_board.hpp"
#include "prove/prover.hpp"
#include "solve/solver.hpp"
#include "threat/vct.hpp"

using namespace kinrow;

namespace {

Rules line_game(int rows, int cols, int k, int stones = 1, int first = 1, bool exact = false, bool misere = false) {
  Rules r;
  r.rows = rows, r.cols = cols, r.k = k, r.stones = stones, r.first = first, r.exact = exact, r.misere = misere;
  return r;
}
Rules majority_game() {
  Rules r = line_game(5, 5, 5, 2, 2);
  r.majority = true, r.turns = 11, r.fill = X, r.threshold = 4, r.begins = O;
  return r;
}

Board random_board(const Game& g, std::uint64_t seed) {  // not finished
  const Playout p = random_game(g, g.start(), seed);
  Board b = g.start();
  for (std::size_t i = 0; i < seed % p.moves.size(); ++i) {
    b.cells[p.moves[i]] = static_cast<signed char>(b.to_move);
    if (--b.left == 0) b = {b.cells, b.to_move ^ 1, g.rules.stones};
  }
  return b;
}

bool same(const PatternBoard& a, const PatternBoard& b) {
  bool all = a.to_move() == b.to_move() && a.balance() == b.balance() && a.key() == b.key();
  for (const int side : {X, O}) {
    for (int r = quiet; r < threat_levels; ++r)
      all &= a.count(side, static_cast<ThreatLevel>(r)) == b.count(side, static_cast<ThreatLevel>(r));
    for (int c = 0; c < a.cells(); ++c)
      all &= a.is_empty(c) == b.is_empty(c) && (!a.is_empty(c) || a.level(side, c) == b.level(side, c));
  }
  return all;
}

// A cell completes a line, or lacks one stone for it, exactly if the rules say so.
void check_ranks(const PlayoutTables& t, const Board& board, const PatternBoard& p) {
  for (const int side : {X, O})
    for (int c = 0; c < p.cells(); ++c) {
      if (board.cells[c] >= 0) continue;
      PlayoutBoard f(t, {board.cells, side, 1});
      f.play(c);
      const bool line = f.over() && f.winner() == side;
      CHECK((p.level(side, c) == completes_line) == line);
      if (line) continue;
      int completions = 0, before = 0;
      for (int e = 0; e < p.cells(); ++e) {
        if (e == c || board.cells[e] >= 0) continue;
        Board next = board;
        next.cells[c] = static_cast<signed char>(side);
        next.to_move = side;
        PlayoutBoard g(t, next);
        g.play(e);
        completions += g.over() && g.winner() == side;
        before += p.level(side, e) == completes_line;
      }
      if (before == 0) CHECK((p.level(side, c) >= makes_four) == (completions > 0));
      if (before == 0) CHECK((p.level(side, c) == makes_win) == (completions > 1));
    }
}

}  // namespace

TEST(pattern_board_agrees_with_the_rules) {
  for (const Rules& r : {line_game(15, 15, 5), line_game(15, 15, 5, 1, 1, true), line_game(6, 9, 4),
                         line_game(5, 5, 3, 1, 1, true), line_game(9, 9, 6), line_game(3, 12, 4)}) {
    const Game g(r);
    const PatternTables tables(g);
    const PlayoutTables fields(g);
    for (std::uint64_t seed = 1; seed < 3; ++seed) {
      const Playout game = random_game(g, g.start(), seed);
      PatternBoard p(tables, g.start());
      Board b = g.start();
      for (const int cell : game.moves) {
        if (p.plies() % (p.cells() > 60 ? 64 : 4) == 3) check_ranks(fields, b, p);
        CHECK(p.won() == false && p.is_empty(cell));
        p.play(cell);
        b.cells[cell] = static_cast<signed char>(b.to_move);
        b.to_move ^= 1;
        CHECK(same(p, PatternBoard(tables, b)));
      }
      CHECK(p.won() == (game.winner >= 0) && p.over());
      for (auto cell = game.moves.rbegin(); cell != game.moves.rend(); ++cell) p.undo(*cell);
      CHECK(same(p, PatternBoard(tables, g.start())));
    }
  }
}

TEST(threat_searches_find_only_wins) {
  int found = 0;
  for (const Rules& r : {line_game(5, 5, 4), line_game(6, 5, 4), line_game(5, 5, 4, 1, 1, true), line_game(4, 5, 3),
                         line_game(4, 4, 3, 1, 1, true)}) {
    const Game g(r);
    const PatternTables tables(g);
    const auto solver = make_solver(g, 1 << 24, 1);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const Board b = random_board(g, seed);
      PatternBoard p(tables, b);
      std::atomic<bool> stop{false};
      std::atomic<std::uint64_t> nodes{0};
      TimeControl time(stop, nodes);
      time.start({});
      ThreatCache cache(10);
      Vct threats(p, time, cache);
      for (const int cell : {threats.by_fours(1000), threats.by_threes(4, 5000)}) {
        CHECK(same(p, PatternBoard(tables, b)));
        if (cell < 0) continue;
        Board next = b;
        next.cells[cell] = static_cast<signed char>(b.to_move);
        next.to_move = b.to_move ^ 1;
        const Bounds value = solver->value(next, Aim::outcome, 300'000);
        CHECK(value.lower < 0);
        found += value.upper < 0;
      }
    }
  }
  CHECK(found > 100);
}

TEST(threat_searches_reuse_cached_results) {
  const Game g(line_game(15, 15, 5));
  const PatternTables tables(g);
  int decided = 0, gave_up = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    PatternBoard p(tables, random_board(g, seed));
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> nodes{0};
    TimeControl time(stop, nodes);
    time.start({});
    ThreatCache cache(16), unused(16);
    Vct threats(p, time, cache);
    const int little = threats.by_fours(1);
    const std::uint64_t spent = time.spent();
    CHECK(threats.by_fours(1) == little && time.spent() == spent);
    gave_up += spent > 1 && little < 0;
    const int found = threats.by_fours(10'000);
    const std::uint64_t all = time.spent();
    CHECK(found == Vct(p, time, unused).by_fours(10'000));
    const std::uint64_t again = time.spent();
    CHECK(threats.by_fours(10'000) == found && time.spent() == again);
    decided += all > spent;
  }
  CHECK(decided > 0 && gave_up > 0);
}

TEST(engine_plays_every_game) {
  for (const Rules& r : {line_game(3, 3, 3), line_game(1, 4, 2), line_game(7, 7, 4), line_game(8, 8, 5, 2, 1),
                         line_game(3, 3, 3, 1, 1, false, true), line_game(6, 6, 9), line_game(15, 15, 5, 1, 1, true),
                         line_game(5, 5, 4, 3, 2, true, true), line_game(12, 12, 8), majority_game()}) {
    const Game g(r);
    const PlayoutTables tables(g);
    std::vector<int> games[2];
    for (std::vector<int>& moves : games) {
      const auto engine = make_engine(g, 1 << 20, 1);
      PlayoutBoard f(tables, g.start());
      Board b = g.start();
      while (!f.over() && moves.size() < 12) {
        const EngineResult found = engine->search(b, {2, {}, {}});
        CHECK(found.cell >= 0 && f.sign(found.cell) < 0 && found.line[0] == found.cell);
        if (found.cell < 0 || f.sign(found.cell) >= 0) break;
        b.cells[found.cell] = static_cast<signed char>(f.to_move());
        f.play(found.cell);
        b.to_move = f.to_move();
        b.left = f.left();
        moves.push_back(found.cell);
      }
    }
    CHECK(games[0] == games[1]);
  }
}

TEST(engine_completes_a_line_in_the_middle_of_a_turn) {
  for (const bool misere : {false, true}) {
    const Game g(line_game(5, 5, 4, 2, 1, true, misere));
    Board b = g.start();
    for (const int cell : {0, 1, 2, 20, 24}) b.cells[cell] = X;
    for (const int cell : {8, 10, 11, 17}) b.cells[cell] = O;
    b.to_move = X, b.left = 2;
    const EngineResult found = make_engine(g, 1 << 20, 1)->search(b, {4, {}, {}});
    CHECK((found.cell == 3) == !misere && (misere || found.score == sure_win - 1));
  }
}

TEST(engine_sees_that_two_stones_complete_exactly_a_line) {
  for (const bool longer : {false, true}) {
    const Game g(line_game(9, 9, 5, 2, 1, true));
    Board b = g.start();
    for (const int cell : {0, 1, 4}) b.cells[cell] = X;
    if (longer) b.cells[5] = X;  // then they complete six
    b.to_move = X, b.left = 2;
    const EngineResult found = make_engine(g, 1 << 20, 1)->search(b, {1, {}, {}});
    CHECK((found.score == sure_win - 2) == !longer && (found.score > far_win) == !longer);
  }
}

TEST(engine_values_the_only_move) {
  const Game g(line_game(9, 9, 5));
  Board b = g.start();
  for (const int cell : {0, 1, 2, 3}) b.cells[cell] = X;
  for (const int cell : {45, 46, 47, 48}) b.cells[cell] = O;
  b.to_move = X, b.left = 1;
  const EngineResult win = make_engine(g, 1 << 20, 1)->search(b, {4, {}, {}});
  CHECK(win.cell == 4 && win.score == sure_win - 1 && win.nodes > 0);

  b.cells[2] = -1;                                        // no four of X's
  for (const int cell : {24, 33, 42}) b.cells[cell] = O;  // after the answer, O makes a straight four
  for (const int cell : {8, 44, 80}) b.cells[cell] = X;
  const EngineResult loss = make_engine(g, 1 << 20, 1)->search(b, {4, {}, {}});
  CHECK(loss.cell == 49 && loss.score < -far_win);
}

TEST(engine_is_right_about_the_wins_it_claims) {
  int sure = 0, right = 0;
  for (const Rules& r :
       {line_game(5, 5, 4), line_game(4, 6, 4, 1, 1, true), line_game(3, 3, 3), line_game(5, 5, 4, 2, 1),
        line_game(5, 5, 3, 2, 1, false, true), line_game(4, 5, 3, 2, 1, true)}) {
    const Game g(r);
    const auto solver = make_solver(g, 1 << 24, 1);
    const auto engine = make_engine(g, 1 << 20, 1, EngineWeights{}, &make_lambda_oracle);
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const Board b = random_board(g, seed);
      const EngineResult found = engine->search(b, {4, {}, {}});
      if (std::abs(found.score) < far_win) continue;
      ++sure;
      const Bounds value = solver->value(b, Aim::outcome, 1'000'000);
      right += found.score > 0 ? value.upper > 0 : value.lower < 0;
    }
  }
  CHECK(sure > 50 && right == sure);
}

namespace {

// A clock that ticks whenever it is read: a deadline of n ticks is over at the n-th reading.
int ticks = 0;
std::chrono::steady_clock::time_point ticking() {
  return std::chrono::steady_clock::time_point(std::chrono::steady_clock::duration(++ticks));
}
std::chrono::steady_clock::time_point after(int n) {
  return std::chrono::steady_clock::time_point(std::chrono::steady_clock::duration(n));
}

}  // namespace

TEST(searches_end_at_the_first_clock_reading_after_the_deadline) {
  const Game g(line_game(15, 15, 5));
  const PatternTables tables(g);
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> nodes{0};
  Board b = g.start();
  for (int i = 0; i < 14; ++i) b.cells[(5 + i / 5) * 15 + 5 + 2 * (i % 5) % 7] = static_cast<signed char>(i % 2);
  for (int n = 1; n < 60; n += 7) {
    TimeControl time(stop, nodes, ticking);
    const auto run = [&](const auto& search) {
      ticks = 0;
      time.start(after(n));
      search();
      CHECK(time.over() && ticks == n);
      CHECK(time.spent() < TimeControl::every * (n + 1));
    };
    PatternBoard p(tables, b);
    run([&] {
      ThreatCache known(10);
      Vct threats(p, time, known);
      for (int steps = 1; !time.over(); steps = steps % 8 + 1) threats.by_threes(steps, 1 << 20);
    });
    CHECK(same(p, PatternBoard(tables, b)));
    SearchCache cache(1 << 16);
    ThreatCache threats(10);
    const PatternEvaluator::Tables known(g, {});
    PatternEvaluator evaluator(known, b, time, threats);
    AlphaBeta<PatternEvaluator> search(evaluator, cache, time);
    MoveList list;
    evaluator.generate(list, 100);
    std::vector<MoveList::Move> roots(list.at, list.at + list.size);
    run([&] { CHECK(!search.iterate(roots, 30)); });
    CHECK(same(evaluator.board(), PatternBoard(tables, b)));
  }
}

TEST(engine_has_a_move_before_it_searches) {
  for (const Rules& r : {line_game(15, 15, 5), line_game(8, 8, 5, 2, 1), line_game(3, 3, 3)}) {
    const Game g(r);
    const auto engine = make_engine(g, 1 << 20, 1);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Board b = random_board(g, seed);
      const int cell = engine->instant_move(b, {}).cell;
      CHECK(cell >= 0 && b.cells[cell] < 0);
      EngineLimits other;
      other.excluded = {cell};
      CHECK(engine->instant_move(b, other).cell != cell);
      engine->stop = true;
      CHECK(engine->search(b, {}).cell >= 0);
      engine->stop = false;
    }
  }
}

TEST(late_moves_are_reduced_more) {
  for (int depth = 3; depth < 70; ++depth)
    for (int i = 0; i < 70; ++i) {
      const int less = PatternEvaluator::reduction(i, depth);
      CHECK(less >= 0 && less < depth && (i > 0 || less == 0));
      CHECK(PatternEvaluator::reduction(i + 1, depth) >= less && PatternEvaluator::reduction(i, depth + 1) >= less);
    }
}

TEST(engine_obeys_a_node_limit) {
  for (const Rules& r : {line_game(15, 15, 5), line_game(8, 8, 5, 2, 1)}) {
    const Game g(r);
    for (const std::uint64_t nodes : {100U, 3'000U}) {
      EngineLimits limits;
      limits.nodes = nodes;
      const auto make = [&] { return make_engine(g, 1 << 20, 1, EngineWeights{}, &make_lambda_oracle); };
      const auto engine = make(), other = make();
      const Board b = random_board(g, 30);
      const EngineResult found = engine->search(b, limits);
      CHECK(found.nodes > 0 && found.nodes <= nodes + 4 * TimeControl::every);
      CHECK(other->search(b, limits).line == found.line);
    }
  }
}

TEST(engine_stops_an_open_three_within_the_time_limit) {
  const Game g(line_game(15, 15, 5));
  const auto engine = make_engine(g, 1 << 22, 2, EngineWeights{}, &make_lambda_oracle);
  Board b = g.start();
  for (const int c : {7 * 15 + 5, 7 * 15 + 6, 7 * 15 + 7}) b.cells[c] = X;
  for (const int c : {3, 30}) b.cells[c] = O;
  b.to_move = O;
  const auto start = std::chrono::steady_clock::now();
  const EngineResult found = engine->search(b, {0, start, start + std::chrono::milliseconds(60)});
  const std::vector<int> stops = {7 * 15 + 3, 7 * 15 + 4, 7 * 15 + 8, 7 * 15 + 9};
  CHECK(std::find(stops.begin(), stops.end(), found.cell) != stops.end());
  engine->stop = true;
  CHECK(engine->search(g.start(), {}).cell >= 0);
}
