// The solver against plain minimax on random small games, and published values.
#include "brute.hpp"
#include "check.hpp"

using namespace brute;

namespace {

Rules jing(int turns) {
  Rules r = line(5, 5, 5);
  r.stones = r.first = 2;
  r.begins = O;
  r.majority = true;
  r.turns = turns;
  r.threshold = 4;
  return r;
}

Bounds solve(const Rules& r, Aim aim, int threads = 1) {
  const Game g(r);
  return make_solver(g, 1 << 24, threads)->value(g.start(), aim, ~0ULL);
}

}  // namespace

TEST(solver_agrees_with_minimax) {
  Dice dice{std::mt19937(1)};
  for (int i = 0; i < 1500; ++i) {
    const Game g(any_rules(dice, 12));
    const Board b = any_board(g, dice, 8);
    const auto solver = make_solver(g, dice(0, 1) ? 1 << 12 : 1 << 20, dice(1, 2));
    const int value = Minimax(g).value(b);
    const Bounds exact = solver->value(b, Aim::exact, ~0ULL), outcome = solver->value(b, Aim::outcome, ~0ULL);
    CHECK(exact.lower == value && exact.upper == value);
    CHECK(settled(outcome, Aim::outcome) && sign(outcome.lower) == sign(value));
  }
}

TEST(solver_counts_lines_of_22_cells) {
  Rules r = line(1, 22, 22);
  r.begins = O, r.majority = true, r.turns = 4, r.threshold = 20;
  const Game g(r);
  const int value = Minimax(g).value(g.start());
  const Bounds found = solve(r, Aim::exact);
  CHECK(found.lower == value && found.upper == value);
}

TEST(solver_gives_the_value_of_every_move_and_a_best_line) {
  Dice dice{std::mt19937(2)};
  for (int i = 0; i < 300; ++i) {
    const Game g(any_rules(dice, 10));
    const Board b = any_board(g, dice, 7);
    const Tables<1> t(g);
    const auto solver = make_solver(g, 1 << 20, 1);
    Minimax minimax(g);
    Position<1> p = Position<1>::from(t, b);
    const int value = minimax.value(p), mover = p.to_move;
    for (const MoveBounds& m : solver->moves(b, Aim::exact, ~0ULL)) {
      Position<1> child = p;
      child.play(t, m.cell);
      const int expected = child.to_move == mover ? minimax.value(child) : -minimax.value(child);
      CHECK(m.bounds.lower == expected && m.bounds.upper == expected);
    }
    for (const int cell : solver->line(b, Aim::exact, {value, value}, ~0ULL)) p.play(t, cell);
    CHECK(p.over && (p.to_move == mover ? 1 : -1) * final_value(t, p) == value);
  }
}

TEST(solver_answers_many_boards_as_it_answers_one) {
  Dice dice{std::mt19937(3)};
  const Game g(line(4, 4, 3));
  std::vector<Board> boards;
  for (int i = 0; i < 200; ++i) boards.push_back(any_board(g, dice, 12));
  const auto together = make_solver(g, 1 << 20, 2)->values(boards, Aim::exact, ~0ULL);
  const auto alone = make_solver(g, 1 << 20, 1);
  for (std::size_t i = 0; i < boards.size(); ++i)
    CHECK(together[i].lower == alone->value(boards[i], Aim::exact, ~0ULL).lower);
}

TEST(solver_narrows_the_bounds_that_it_is_given) {
  Dice dice{std::mt19937(5)};
  for (int i = 0; i < 300; ++i) {
    const Game g(any_rules(dice, 12));
    const Board b = any_board(g, dice, 8);
    const Aim aim = dice(0, 1) ? Aim::exact : Aim::outcome;
    const int exact = Minimax(g).value(b), value = aim == Aim::exact ? exact : sign(exact);
    const int least = aim == Aim::exact ? -2048 : -1, most = -least;
    const std::vector<Bounds> given{{dice(0, 1) ? value : least, dice(0, 1) ? value : most}};
    const auto found = make_solver(g, 1 << 20, 1)->values({b}, aim, ~0ULL, given)[0];
    CHECK(aim == Aim::exact ? found.lower == value && found.upper == value
                            : sign(found.lower) == value && sign(found.upper) == value);
  }
}

TEST(solver_finds_published_values) {
  CHECK(sign(solve(line(3, 3, 3), Aim::exact).lower) == 0);
  CHECK(sign(solve(line(4, 3, 3), Aim::outcome).lower) == 1);
  CHECK(solve(line(4, 4, 4), Aim::exact).lower == 0);
  CHECK(solve(line(5, 5, 4), Aim::outcome, 2).lower == 0);
  CHECK(sign(solve(line(6, 5, 4), Aim::outcome, 2).lower) == 1);
  CHECK(solve(line(7, 7, 5), Aim::outcome).lower == 0);
}

TEST(one_thread_visits_the_same_nodes_every_time) {
  const Game g(line(5, 5, 4));
  const auto a = make_solver(g, 1 << 24, 1), b = make_solver(g, 1 << 24, 1);
  a->value(g.start(), Aim::outcome, ~0ULL);
  b->value(g.start(), Aim::outcome, ~0ULL);
  CHECK(a->status().nodes == b->status().nodes && a->status().nodes > 1000);
}

TEST(a_search_that_hits_its_node_limit_returns_valid_bounds) {
  const Game g(jing(11));
  const auto solver = make_solver(g, 1 << 22, 2);
  const Bounds b = solver->value(g.start(), Aim::exact, 5000);
  CHECK(b.lower < b.upper && b.lower <= 0 && b.upper >= 0);
  CHECK(solver->exhausted());
  CHECK(solver->table_bytes() <= 1 << 22);
}

TEST(line_counting_with_one_stone_a_turn_and_longer_lines) {
  Rules r = line(3, 4, 3);
  r.majority = true;
  r.turns = 10;
  r.threshold = 2;
  const Game g(r);
  CHECK(make_solver(g, 1 << 20, 1)->value(g.start(), Aim::exact, ~0ULL).lower == Minimax(g).value(g.start()));
}

// More lines than a byte can count, and last turns that evaluate every pair of 484 cells.
TEST(line_counting_on_the_largest_board_can_be_solved_and_stopped) {
  Rules r = line(22, 22, 2);
  r.majority = true;
  r.turns = 2;
  r.threshold = 2;
  const Bounds b = solve(r, Aim::exact);
  CHECK(b.lower == b.upper && b.lower >= 1700);
  r.k = 5;
  r.stones = r.first = 2;
  r.turns = 4;
  r.threshold = 4;
  const Game g(r);
  const auto solver = make_solver(g, 1 << 22, 1);
  const Bounds cut = solver->value(g.start(), Aim::exact, 40);
  CHECK(cut.lower < cut.upper && solver->exhausted() && solver->status().nodes < 200);
}

TEST(a_search_stopped_before_it_begins_ends_at_once) {
  const Game g(line(8, 8, 5));
  const auto solver = make_solver(g, 1 << 22, 1);
  solver->status().stop = true;
  const Bounds b = solver->value(g.start(), Aim::outcome, ~0ULL);
  CHECK(b.lower == 0 && b.upper > 0 && solver->status().nodes < 10);
}

TEST(a_stopped_search_decides_no_last_turns_of_the_largest_board) {
  Rules r = line(22, 22, 2);
  r.majority = true;
  r.stones = r.first = 2;
  r.turns = 3;
  r.threshold = 1;
  r.fill = O;
  const Game g(r);
  Board b = g.start();
  b.cells[0] = b.cells[1] = X;
  b.cells[2] = O;
  b.to_move = O;
  const auto solver = make_solver(g, 1 << 22, 1);
  solver->status().stop = true;
  const auto moves = solver->moves(b, Aim::exact, ~0ULL);
  CHECK(moves.size() == 481);
  for (const MoveBounds& move : moves) CHECK(move.bounds.lower < move.bounds.upper);
}
