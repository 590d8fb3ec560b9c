// Attacks: what they say is won is won, and stays so with as many further stones outside the zone as the order says.
#include "brute.hpp"
#include "check.hpp"
#include "prove/attack_crew.hpp"
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

Rules some_rules(Dice& dice, bool exact) {
  Rules rules = line(dice(3, 4), dice(3, 5), dice(3, 4));
  rules.exact = exact;
  return rules;
}

bool wins_for(Minimax& truth, const Board& b, int side) {
  return (b.to_move == side ? truth.value(b) : -truth.value(b)) > 0;
}

// Whether a win is found by a tree within this zone, and by no other.
bool again_within(const Cells& zone, const LineTables<SmallShape>& t, const State& s, int side, int order) {
  const std::atomic<bool> enough{false};
  const AttackBook<SmallShape> book(t);
  AttackMemory<Cells> memory(1 << 20);
  Shared shared;
  UnderWay under_way;
  memory.confine(zone);
  const auto e = Attack<SmallShape>(t, book, memory, shared, under_way, enough, true).ask(s, side, order, 3, 3000);
  CHECK(zone.holds(e.zone));
  return e.numbers.proven();
}

}  // namespace

TEST(an_attack_wins_what_it_says_with_stones_outside_the_zone) {
  Dice dice{std::mt19937(8)};
  const std::atomic<bool> enough{false};
  int wins = 0, found = 0, confined = 0, further = 0, exact = 0;
  for (int i = 0; i < 2500; ++i) {
    const Game g(some_rules(dice, i % 2 == 1));
    const Board b = any_board(g, dice, 9);
    const int side = dice(X, O), order = dice(0, 3);
    const LineTables<SmallShape> t(g);
    const State s = State::from(t, b);
    if (s.over()) continue;
    Minimax truth(g);
    const bool won = wins_for(truth, b, side);
    wins += won;
    Shared shared;
    AttackMemory<Cells> memory(1 << 20);
    UnderWay under_way;
    const AttackBook<SmallShape> book(t);
    Attack<SmallShape> attack(t, book, memory, shared, under_way, enough, true);
    const auto e = attack.ask(s, side, order, 3, 3000);
    if (!e.numbers.proven()) continue;
    CHECK(won);
    ++found;
    exact += g.rules.exact;
    confined += again_within(e.zone, t, s, side, order);
    for (int more = 0; more < 8; ++more) {
      const Board after = with_more(b, side ^ 1, s.empty(t) - e.zone, order, dice);
      const State late = State::from(t, after);
      CHECK(late.line_by != (side ^ 1));
      if (late.over()) continue;
      CHECK(wins_for(truth, after, side));
      further += late.empties < s.empties;
    }
  }
  CHECK(wins > 200);
  CHECK(found > wins / 2);
  CHECK(exact > found / 3);
  CHECK(confined > found * 9 / 10);
  CHECK(further > 200);
}

// Nine in a row and column, five in a row, three stones of X's beside three that do not matter.
Board broad_attack(int to_move = O) {
  Board b{std::vector<signed char>(81, -1), to_move, 1};
  for (const int cell : {40, 50, 33}) b.cells[static_cast<std::size_t>(cell)] = X;
  for (const int cell : {0, 8, 72}) b.cells[static_cast<std::size_t>(cell)] = O;
  return b;
}

TEST(what_was_lost_with_few_moves_is_asked_again) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  const auto s = LineState<NarrowShape>::from(t, broad_attack(X));
  const std::atomic<bool> enough{false};
  Shared shared;
  AttackMemory<NarrowShape::Cells> memory(1 << 24);
  UnderWay under_way;
  const AttackBook<NarrowShape> book(t);
  memory.store({AttackPositions<NarrowShape>(t).key(s, X, 0, 3), Numbers::no(), -1, 1, {}});
  CHECK(
      Attack<NarrowShape>(t, book, memory, shared, under_way, enough, true).ask(s, X, 0, 3, 1 << 20).numbers.proven());
}

TEST(threads_find_what_one_does) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  const auto s = LineState<NarrowShape>::from(t, broad_attack());
  for (const int threads : {1, 2}) {
    Shared shared;
    AttackCrew<NarrowShape> crew(t, 1 << 24, threads, shared);
    CHECK(crew.ask(s, X, 0, 3, 1 << 24).numbers.proven());
    CHECK(!crew.ask(s, O, 0, 3, 1 << 16).numbers.proven());
  }
}

TEST(symmetric_positions_are_won_alike) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  Shared shared;
  AttackCrew<NarrowShape> crew(t, 1 << 24, 1, shared);
  const Board b = broad_attack();
  const auto e = crew.ask(LineState<NarrowShape>::from(t, b), X, 0, 3, 1 << 24);
  CHECK(e.numbers.proven());
  const std::uint64_t before = shared.nodes;
  for (const Permutation& turn : board_symmetries(9, 9)) {
    Board image = b;
    for (std::size_t c = 0; c < 81; ++c) image.cells[static_cast<std::size_t>(turn[c])] = b.cells[c];
    const auto there = crew.ask(LineState<NarrowShape>::from(t, image), X, 0, 3, 1 << 24);
    CHECK(there.numbers.proven());
    for (int c = 0; c < 81; ++c) CHECK(there.zone.test(turn[static_cast<std::size_t>(c)]) == e.zone.test(c));
  }
  CHECK(shared.nodes == before);
}

TEST(a_tree_within_a_zone_is_found_where_there_is_one) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  const auto s = LineState<NarrowShape>::from(t, broad_attack(X));
  Shared shared;
  AttackCrew<NarrowShape> first(t, 1 << 24, 1, shared), second(t, 1 << 24, 1, shared), third(t, 1 << 24, 1, shared);
  const auto e = first.ask(s, X, 0, 3, 1 << 24);
  const auto again = second.ask(s, X, 0, 3, 1 << 24, e.zone);
  CHECK(e.numbers.proven() && again.numbers.proven());
  CHECK(e.zone.count() < s.empties && e.zone.holds(again.zone));
  const NarrowShape::Cells corner = NarrowShape::Cells::one(80);
  const auto elsewhere = third.ask(s, X, 0, 3, 1 << 24, corner);  // there is none, and another one will do
  CHECK(elsewhere.numbers.proven() && !corner.holds(elsewhere.zone));
}

TEST(what_is_not_won_within_a_zone_may_be_won_elsewhere) {
  AttackMemory<Cells> memory(1 << 20);
  const auto entry = [](Numbers numbers, Cells zone) { return AttackEntry<Cells>{42, numbers, -1, 5, zone}; };
  memory.store(entry({3, 4}, {}));
  memory.confine(Cells::one(7));
  CHECK(!memory.find(42));
  memory.store(entry(Numbers::no(), {}));
  CHECK(memory.find(42)->numbers.disproven());
  memory.confine(Cells::one(8));
  CHECK(!memory.find(42));
  memory.store(entry(Numbers::yes(), Cells::one(8)));
  CHECK(memory.find(42)->numbers.proven());
  memory.confine(Cells::one(7));
  CHECK(memory.find(42)->numbers.disproven());
  memory.release();
  CHECK(memory.find(42)->zone.test(8));
}

TEST(what_a_crew_saves_is_there_again) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  const auto s = LineState<NarrowShape>::from(t, broad_attack());
  Shared shared;
  AttackCrew<NarrowShape> first(t, 1 << 24, 1, shared), second(t, 1 << 24, 1, shared);
  const auto e = first.ask(s, X, 0, 3, 1 << 24);
  CHECK(e.numbers.proven());
  std::vector<SavedEntry> saved;
  first.save(saved);
  const std::uint64_t before = shared.nodes;
  second.restore(saved.data(), saved.data() + saved.size());
  const auto again = second.ask(s, X, 0, 3, 1 << 24);
  CHECK(again.numbers.proven() && again.zone == e.zone && again.move == e.move);
  CHECK(shared.nodes - before < before / 100);
}

TEST(a_book_saves_what_its_wins_took) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  Board b{std::vector<signed char>(81, -1), X, 1};
  for (const int cell : {40, 50}) b.cells[static_cast<std::size_t>(cell)] = X;
  for (const int cell : {0, 41}) b.cells[static_cast<std::size_t>(cell)] = O;
  const auto s = LineState<NarrowShape>::from(t, b);
  Shared shared;
  AttackCrew<NarrowShape> first(t, 1 << 26, 1, shared), second(t, 1 << 26, 1, shared);
  CHECK(first.ask(s, X, 0, 3, 1 << 24).numbers.proven());
  const auto games = first.longest(s, X, 3, 1 << 8);
  CHECK(!games.empty());
  for (const auto& game : games) {
    CHECK(game.size() % 2 == 1);  // from P's move to P's move
    second.advise(s, game);
  }
  const std::uint64_t before = shared.nodes;
  CHECK(second.ask(s, X, 0, 3, 1 << 24).numbers.proven());
  CHECK(shared.nodes - before < before / 2);
}

TEST(a_book_keeps_the_move_that_was_noted) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  AttackBook<NarrowShape> book(t);
  Board b{std::vector<signed char>(81, -1), X, 1};
  const auto start = LineState<NarrowShape>::from(t, b);
  b.cells[40] = X;
  b.cells[41] = O;
  const auto s = LineState<NarrowShape>::from(t, b);  // the same upside down
  for (const int noted : {30, 48}) {
    book.add(start, {40, 41, noted});
    CHECK(book.move(s) == noted);
  }
}

TEST(a_move_of_the_book_that_took_long_is_doubted) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  const auto s = LineState<NarrowShape>::from(t, broad_attack(X));
  const int far_off = 80;
  AttackBook<NarrowShape> book(t);
  book.add(s, {far_off});
  std::uint64_t looked[2];
  for (const int doubted : {0, 1}) {
    const std::atomic<bool> enough{false};
    Shared shared;
    AttackMemory<NarrowShape::Cells> memory(1 << 24);
    UnderWay under_way;
    auto after = s;
    after.play(t, far_off);
    const std::uint32_t work = doubted == 1 ? 1U << 30 : 1;
    memory.store({AttackPositions<NarrowShape>(t).key(after, X, 0, 3), {50, 50}, -1, work, {}});
    CHECK(Attack<NarrowShape>(t, book, memory, shared, under_way, enough, true)
              .ask(s, X, 0, 3, 1 << 20)
              .numbers.proven());
    looked[doubted] = shared.nodes;
  }
  CHECK(looked[1] < looked[0] / 2);
}

TEST(what_a_table_of_attacks_knows_to_be_won_stays_won) {
  AttackTable<Cells> table(1 << 20);
  AttackEntry<Cells> e{42, {3, 4}, -1, 5, {}};
  table.store(e);
  CHECK(table.find(42)->numbers.phi == 3);
  e.numbers = Numbers::yes();
  e.zone.set(7);
  table.store(e);
  e.numbers = {9, 9};
  e.zone = {};
  table.store(e);
  CHECK(table.find(42)->numbers.proven());
  CHECK(table.find(42)->zone.test(7));
}
