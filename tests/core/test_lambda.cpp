// Lambda search: what it reports as won is won, and stays won with as many further stones outside the zone as the order
// allows.
#include "brute.hpp"
#include "check.hpp"
#include "game/line_sizes.hpp"
#include "lambda/lambda_search.hpp"
#include "system/random.hpp"

using namespace brute;

namespace {

using State = LineState<SmallShape>;
using Cells = SmallShape::Cells;

Rules some_rules(Dice& dice, bool exact) {
  Rules rules = line(dice(3, 4), dice(3, 5), dice(3, 4));
  rules.exact = exact;
  return rules;
}

// Whether a win is found by a tree within this zone alone.
bool again_within(const Cells& zone, const LineTables<SmallShape>& t, const State& s, int side, int order) {
  SearchStatus status;
  ThreadPool pool(1);
  LambdaSearch<SmallShape> lambda(t, 1 << 20, 1, status, pool);
  const auto e = lambda.search_within({s, side, order, 3}, 3000, zone);
  CHECK(zone.holds(e.zone));
  return e.numbers.proven();
}

// A lambda search whose table can be filled by hand.
struct OneThread {
  using Problem = LambdaProblem<NarrowShape>;

  OneThread(const LineTables<NarrowShape>& t, const OpeningBook<NarrowShape>& book)
      : crew(space, 1, [&](Meter& meter) { return std::make_unique<Problem>(t, book, space.table, meter); }) {}
  SearchStatus status;
  ThreadPool pool{1};
  Workspace<Problem::Table> space{1 << 24, status, pool};
  Crew<Problem, Problem::Table> crew;
};

}  // namespace

TEST(lambda_wins_tolerate_stones_outside_the_zone) {
  Dice dice{std::mt19937(8)};
  int wins = 0, found = 0, confined = 0, further = 0, exact = 0;
  for (int i = 0; i < 2500; ++i) {
    const Game g(some_rules(dice, i % 2 == 1));
    const Board b = any_board(g, dice, 9);
    const int side = dice(X, O), order = dice(0, 3);
    const LineTables<SmallShape> t(g);
    const State s = State::from(t, b);
    if (s.over()) continue;
    Minimax truth(g);
    const bool won = truth.wins(b, side);
    wins += won;
    SearchStatus status;
    ThreadPool pool(1);
    const auto e = LambdaSearch<SmallShape>(t, 1 << 20, 1, status, pool).search({s, side, order, 3}, 3000);
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
      CHECK(truth.wins(after, side));
      further += late.empties < s.empties;
    }
  }
  CHECK(wins > 200);
  CHECK(found > wins / 2);
  CHECK(exact > found / 3);
  CHECK(confined > found * 9 / 10);
  CHECK(further > 200);
}

TEST(a_lambda_win_by_a_given_ply_comes_by_that_ply) {
  Dice dice{std::mt19937(9)};
  int found = 0, soonest = 0, passes = 0;
  for (int i = 0; i < 2500; ++i) {
    Game g(some_rules(dice, i % 2 == 1));
    const Board b = any_board(g, dice, 9);
    const int side = dice(X, O), order = dice(0, 2);
    Minimax truth(g);
    if (truth.over(b) || !truth.wins(b, side)) continue;
    const int least = g.rules.size() + 1 - std::abs(truth.value(b));
    for (g.by_ply = least - 1; g.by_ply < least + 4; ++g.by_ply) {
      const LineTables<SmallShape> t(g);
      SearchStatus status;
      ThreadPool pool(1);
      const State s = State::from(t, b);
      const auto e = LambdaSearch<SmallShape>(t, 1 << 20, 1, status, pool).search({s, side, order, 3}, 3000);
      if (!e.numbers.proven()) continue;
      CHECK(least + order <= g.by_ply);
      ++found;
      soonest += g.by_ply == least + order;
      passes += order > 0;
    }
  }
  CHECK(found > 500);
  CHECK(soonest > 100);
  CHECK(passes > 100);
}

// Nine in a row and column, five in a row, three stones of X's next to three that do not matter.
Board broad_attack(int to_move = O) {
  Board b{std::vector<signed char>(81, -1), to_move, 1};
  for (const int cell : {40, 50, 33}) b.cells[static_cast<std::size_t>(cell)] = X;
  for (const int cell : {0, 8, 72}) b.cells[static_cast<std::size_t>(cell)] = O;
  return b;
}

TEST(a_root_refuted_with_few_moves_is_searched_again_with_more) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  const auto s = LineState<NarrowShape>::from(t, broad_attack(X));
  const OpeningBook<NarrowShape> book(t);
  OneThread one(t, book);
  one.space.table.store({LambdaKeys<NarrowShape>(t).key(s, X, 0, 3), ProofNumbers::no(), -1, 1, {}});
  CHECK(one.crew.search({s, X, 0, 3}, 1 << 20).numbers.proven());
}

TEST(lambda_search_with_two_threads_agrees_with_one) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  const auto s = LineState<NarrowShape>::from(t, broad_attack());
  for (const int threads : {1, 2}) {
    SearchStatus status;
    ThreadPool pool(threads);
    LambdaSearch<NarrowShape> crew(t, 1 << 24, threads, status, pool);
    CHECK(crew.search({s, X, 0, 3}, 1 << 24).numbers.proven());
    CHECK(!crew.search({s, O, 0, 3}, 1 << 16).numbers.proven());
  }
}

TEST(wins_of_symmetric_positions_need_no_search) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  SearchStatus status;
  ThreadPool pool(1);
  LambdaSearch<NarrowShape> crew(t, 1 << 24, 1, status, pool);
  const Board b = broad_attack();
  const auto e = crew.search({LineState<NarrowShape>::from(t, b), X, 0, 3}, 1 << 24);
  CHECK(e.numbers.proven());
  const std::uint64_t before = status.nodes;
  for (const Permutation& symmetry : board_symmetries(9, 9)) {
    Board image = b;
    for (std::size_t c = 0; c < 81; ++c) image.cells[static_cast<std::size_t>(symmetry[c])] = b.cells[c];
    const auto there = crew.search({LineState<NarrowShape>::from(t, image), X, 0, 3}, 1 << 24);
    CHECK(there.numbers.proven());
    for (int c = 0; c < 81; ++c) CHECK(there.zone.test(symmetry[static_cast<std::size_t>(c)]) == e.zone.test(c));
  }
  CHECK(status.nodes == before);
}

TEST(a_tree_within_a_zone_is_preferred) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  const auto s = LineState<NarrowShape>::from(t, broad_attack(X));
  SearchStatus status;
  ThreadPool pool(1);
  LambdaSearch<NarrowShape> first(t, 1 << 24, 1, status, pool), second(t, 1 << 24, 1, status, pool),
      third(t, 1 << 24, 1, status, pool);
  const auto e = first.search({s, X, 0, 3}, 1 << 24);
  const auto again = second.search({s, X, 0, 3}, 1 << 24, e.zone);
  CHECK(e.numbers.proven() && again.numbers.proven());
  CHECK(e.zone.count() < s.empties && e.zone.holds(again.zone));
  const NarrowShape::Cells corner = NarrowShape::Cells::one(80);
  const auto elsewhere = third.search({s, X, 0, 3}, 1 << 24, corner);  // there is none, so another one will do
  CHECK(elsewhere.numbers.proven() && !corner.holds(elsewhere.zone));
}

TEST(failures_within_a_zone_do_not_count_outside_it) {
  ConfinedTable<Cells> memory(1 << 20);
  const auto entry = [](ProofNumbers numbers, Cells zone) { return ZoneEntry<Cells>{{42, 1}, numbers, -1, 5, zone}; };
  memory.store(entry({3, 4}, {}));
  memory.confine(Cells::one(7));
  CHECK(!memory.find({42, 1}));
  memory.store(entry(ProofNumbers::no(), {}));
  CHECK(memory.find({42, 1})->numbers.disproven());
  memory.confine(Cells::one(8));
  CHECK(!memory.find({42, 1}));
  memory.store(entry(ProofNumbers::yes(), Cells::one(8)));
  CHECK(memory.find({42, 1})->numbers.proven());
  memory.confine(Cells::one(7));
  CHECK(memory.find({42, 1})->numbers.disproven());
  memory.release();
  CHECK(memory.find({42, 1})->zone.test(8));
}

TEST(saved_lambda_entries_are_restored) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  const auto s = LineState<NarrowShape>::from(t, broad_attack());
  SearchStatus status;
  ThreadPool pool(1);
  LambdaSearch<NarrowShape> first(t, 1 << 24, 1, status, pool), second(t, 1 << 24, 1, status, pool);
  const auto e = first.search({s, X, 0, 3}, 1 << 24);
  CHECK(e.numbers.proven());
  const std::uint64_t before = status.nodes;
  second.restore(first.saved(most_saved));
  const auto again = second.search({s, X, 0, 3}, 1 << 24);
  CHECK(again.numbers.proven() && again.zone == e.zone && again.move == e.move);
  CHECK(status.nodes - before < before / 100);
}

TEST(an_opening_book_halves_the_search) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  Board b{std::vector<signed char>(81, -1), X, 1};
  for (const int cell : {40, 50}) b.cells[static_cast<std::size_t>(cell)] = X;
  for (const int cell : {0, 41}) b.cells[static_cast<std::size_t>(cell)] = O;
  const auto s = LineState<NarrowShape>::from(t, b);
  SearchStatus status;
  ThreadPool pool(1);
  LambdaSearch<NarrowShape> first(t, 1 << 26, 1, status, pool), second(t, 1 << 26, 1, status, pool);
  CHECK(first.search({s, X, 0, 3}, 1 << 24).numbers.proven());
  const auto games = first.longest(s, X, 3, 1 << 8);
  CHECK(!games.empty());
  for (const auto& game : games) {
    CHECK(game.size() % 2 == 1);  // from one move of the attacker's to another
    second.advise(s, game);
  }
  const std::uint64_t before = status.nodes;
  CHECK(second.search({s, X, 0, 3}, 1 << 24).numbers.proven());
  CHECK(status.nodes - before < before / 2);
}

TEST(an_opening_book_returns_the_move_added_last) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  OpeningBook<NarrowShape> book(t);
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

TEST(a_book_move_that_has_cost_much_work_loses_its_priority) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  const auto s = LineState<NarrowShape>::from(t, broad_attack(X));
  const int far_off = 80;
  OpeningBook<NarrowShape> book(t);
  book.add(s, {far_off});
  std::uint64_t looked[2];
  for (const int doubted : {0, 1}) {
    OneThread one(t, book);
    auto after = s;
    after.play(t, far_off);
    const std::uint32_t work = doubted == 1 ? 1U << 30 : 1;
    one.space.table.store({LambdaKeys<NarrowShape>(t).key(after, X, 0, 3), {50, 50}, -1, work, {}});
    CHECK(one.crew.search({s, X, 0, 3}, 1 << 20).numbers.proven());
    looked[doubted] = one.status.nodes;
  }
  CHECK(looked[1] < looked[0] / 2);
}

TEST(learned_wins_are_never_dropped_from_the_table) {
  const Game g(line(9, 9, 5));
  const LineTables<NarrowShape> t(g);
  SearchStatus status;
  ThreadPool pool(1);
  LambdaSearch<NarrowShape> lambda(t, 1 << 28, 1, status, pool);
  status.stop = true;  // as an earlier search was stopped
  Dice dice{std::mt19937(5)};
  constexpr std::size_t positions = 17000, images = 8, pieces = 2;
  for (std::size_t i = 0; i < positions; ++i) {
    auto s = LineState<NarrowShape>::from(t, Board{std::vector<signed char>(81, -1), X, 1});
    for (int stones = 0; stones < 8;) {
      const int cell = dice(0, 80);
      if (!s.empty(t).test(cell)) continue;
      s.play(t, cell);
      ++stones;
    }
    lambda.learn(s, 0, 3, s.empty(t).lowest(), s.empty(t));
  }
  CHECK(lambda.saved(1 << 24).size() == positions * images * pieces);
}

TEST(failures_within_a_zone_can_be_forgotten) {
  ConfinedTable<Cells> table(1 << 24);
  Cells zone;
  zone.set(7);
  const auto known = [&] {
    table.confine(zone);
    const auto e = table.find({42, 1});
    table.release();
    return e.has_value();
  };
  table.confine(zone);
  table.store({{42, 1}, {3, 4}, -1, 5, {}});
  table.release();
  CHECK(known());
  table.forget_failures();
  CHECK(!known());
}

TEST(a_zone_table_never_replaces_a_win) {
  ZoneTable<Cells> table(1 << 20);
  ZoneEntry<Cells> e{{42, 1}, {3, 4}, -1, 5, {}};
  table.store(e);
  CHECK(table.find({42, 1})->numbers.proof == 3);
  e.numbers = ProofNumbers::yes();
  e.zone.set(7);
  table.store(e);
  e.numbers = {9, 9};
  e.zone = {};
  table.store(e);
  CHECK(table.find({42, 1})->numbers.proven());
  CHECK(table.find({42, 1})->zone.test(7));
}

TEST(find_win_finds_every_win_that_find_does) {
  ZoneTable<Cells> table(1 << 20);
  SplitMix64 random(1);
  std::vector<ZoneKey> keys(1 << 15);  // several times what the table holds at first
  for (ZoneKey& key : keys) {
    key = {random.next(), static_cast<std::uint32_t>(random.next())};
    const bool won = random.below(4) == 0;
    table.store({key,
                 won ? ProofNumbers::yes() : ProofNumbers{3, 4},
                 -1,
                 static_cast<std::uint32_t>(1 + random.below(100)),
                 {}});
  }
  const auto wins = [&](const auto& find) {
    int count = 0;
    for (const ZoneKey& key : keys)
      if (const auto e = find(key)) count += e->numbers.proven();
    return count;
  };
  const auto check = [&] {
    const int all = wins([&](const ZoneKey& key) { return table.find(key); });
    CHECK(wins([&](const ZoneKey& key) { return table.find_win(key); }) == all);
    return all;
  };
  CHECK(check() > 0);
  while (!table.grown()) table.grow(4, never_stopped);
  CHECK(check() > 0);
  table.clear();
  CHECK(check() == 0);
}

TEST(a_zone_table_compares_all_bits_of_a_key) {
  ZoneTable<Cells> table(1 << 20);
  CHECK(!table.find({0, 0}));  // no entry yet
  table.store({{0, 0}, {3, 4}, -1, 5, {}});
  table.store({{42, 1}, {5, 6}, 7, 100000, {}});
  CHECK(table.find({0, 0})->numbers.proof == 3);
  CHECK(!table.find({42, 2}) && !table.find({43, 1}));
  const auto e = table.find({42, 1});
  CHECK(e->move == 7 && e->work > 99990 && e->work <= 100000);
}
