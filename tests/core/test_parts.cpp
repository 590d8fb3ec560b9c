// The parts under the solver: counters, leaf tests, table, symmetries, census, perft.
#include <algorithm>

#include "brute.hpp"
#include "check.hpp"
#include "dfpn/proof_table.hpp"
#include "game/census.hpp"
#include "game/line_words.hpp"
#include "game/perft.hpp"
#include "prove/provers.hpp"
#include "solve/misere_game.hpp"

using namespace brute;
using Shape = LineShape<1, 5, 5>;
using State = LineState<Shape>;

TEST(line_counters_updated_by_play_equal_a_recount) {
  Dice dice{std::mt19937(4)};
  for (int i = 0; i < 300; ++i) {
    Rules r = any_rules(dice, 20);
    r.majority = false;
    const Game g(r);
    const LineTables<Shape> t(g);
    const Tables<1> plain(g);
    State s = State::from(t, g.start());
    Position<1> p = Position<1>::from(plain, g.start());
    while (!p.over) {
      Bits<1> moves = p.legal(plain);
      int cell = moves.pop();
      for (int skip = dice(0, moves.count()); skip > 0; --skip) cell = moves.pop();
      s.play(t, cell);
      p.play(plain, cell);
      CHECK(s.line_by == p.line_by && s.over() == p.over && s.to_move == p.to_move && s.left == p.left);
      for (int side : {X, O})
        for (int n = 0; n <= r.k; ++n) {
          int count = 0;
          for (const Bits<1>& l : plain.lines) {
            const std::size_t at = static_cast<std::size_t>(&l - plain.lines.data());
            const bool live = !p.stones[side ^ 1].meets(l) && !p.stones[side].meets(plain.extensions[at]);
            count += live && (p.stones[side] & l).count() == n;
          }
          CHECK(s.with(t, side, n).count() == count);
        }
    }
  }
}

// What a leaf test claims holds under plain minimax: no line for the attacker, or a win at least as good.
TEST(leaf_tests_are_sound) {
  Dice dice{std::mt19937(5)};
  int held = 0, won = 0;
  for (int i = 0; i < 3000; ++i) {
    Rules r = any_rules(dice, 12);
    r.majority = r.misere = false;
    const Game g(r);
    const LineTables<Shape> t(g);
    const State s = State::from(t, any_board(g, dice, 9));
    if (s.over() || s.left > r.stones) continue;
    const bool at_once = s.missing(t, s.to_move) <= s.left;
    Board b = g.start();
    for (int c = 0; c < r.size(); ++c)
      b.cells[c] = static_cast<signed char>(s.stones[X].test(c) ? X : s.stones[O].test(c) ? O : -1);
    b.to_move = s.to_move;
    b.left = s.left;
    const int value = Minimax(g).value(b);
    for (int attacker : {X, O}) {
      const int for_attacker = attacker == s.to_move ? value : -value;
      const bool holds = Pairing<Shape>(t).holds(s, attacker) ||
                         (s.left == r.stones && !at_once && Potential<Shape>(t).holds(s, attacker));
      CHECK(!holds || for_attacker <= 0);
      held += holds;
    }
    if (!at_once && (r.stones > 1 || s.left == 1)) {
      const int score = r.stones == 1 ? Vcf<FoursInOrder<Shape>>(t, 40).win(s) : MultiStoneThreats<Shape>(t, 40).win(s);
      CHECK(score == 0 || value >= score);
      won += score != 0;
    }
  }
  CHECK(held > 300 && won > 20);
}

TEST(avoidance_never_loses_in_misere_games) {
  Dice dice{std::mt19937(6)};
  int paired = 0, small = 0;
  for (int i = 0; i < 3000; ++i) {
    Rules r = any_rules(dice, 12);
    r.majority = false;
    r.misere = true;
    const Game g(r);
    const LineTables<Shape> t(g);
    const Board b = any_board(g, dice, 9);
    const State s = State::from(t, b);
    if (s.over()) continue;
    const int value = Minimax(g).value(b);
    Avoidance<Shape> avoidance(t);
    for (int side : {X, O}) {
      CHECK(!avoidance.holds(s, side) || (side == s.to_move ? value : -value) >= 0);
      paired += avoidance.paired(s, side);
      small += avoidance.below_bound(s, side);
    }
  }
  CHECK(paired > 300 && small > 300);
}

// The value of a position, for its mover, once this cell is played.
int value_after(const Game& g, Board b, int cell) {
  State s = State::from(LineTables<Shape>(g), b);
  const int mover = s.to_move;
  s.play(LineTables<Shape>(g), cell);
  b.cells[cell] = static_cast<signed char>(mover);
  b.to_move = s.to_move;
  b.left = s.left;
  return Minimax(g).value(b) * (s.to_move == mover ? 1 : -1);
}

template <class G>
int count_untried(const Game& g, const Board& b) {
  const G rules(g);
  const State s = rules.from(b);
  if (s.over()) return 0;
  const Bits<1> all = rules.empty(s), tried = rules.worth_trying(s, all);
  int best = -1000, best_tried = -1000;
  for (Bits<1> rest = all; rest.any();) {
    const int cell = rest.pop(), value = value_after(g, b, cell);
    best = std::max(best, value);
    if (tried.test(cell)) best_tried = std::max(best_tried, value);
  }
  CHECK(best_tried == best);
  return (all - tried).count();
}

TEST(pruned_moves_are_no_better_than_the_others) {
  Dice dice{std::mt19937(9)};
  int untried = 0;
  for (int i = 0; i < 2000; ++i) {
    Rules r = any_rules(dice, 12);
    r.majority = false;
    const Game g(r);
    const Board b = any_board(g, dice, 8);
    untried += r.misere ? count_untried<MisereGame<Shape>>(g, b) : count_untried<LineGame<Shape>>(g, b);
  }
  CHECK(untried > 1000);
}

TEST(a_transposition_table_keeps_its_entries_when_it_grows) {
  for (const bool wide : {false, true}) {
    TranspositionTable table(1 << 22, wide);
    const std::atomic<bool> stop{false};
    const auto key = [&](int i) { return Key{static_cast<std::uint64_t>(i) * 77, wide ? 5u : 0u}; };
    const auto found = [&] {
      int n = 0;
      for (int i = 0; i < 1000; ++i) {
        TableEntry e{};
        if (!table.probe(key(i), 1, 9, e)) continue;
        ++n;
        CHECK(e.lower == -i % 400 && e.upper == i % 400 && e.move == i % 300 && e.work == i % 60);
      }
      return n;
    };
    for (int i = 0; i < 1000; ++i) table.store(key(i), {-i % 400, i % 400, i % 300, 1, 9, i % 60});
    const int before = found();
    table.grow(8, stop);
    CHECK(before > 990 && found() == before);
    TableEntry e{};
    CHECK(!table.probe(key(1), 2, 9, e) && !table.probe(key(1), 1, 8, e));
    CHECK(!table.probe({78, key(1).b}, 1, 9, e));
  }
}

TEST(a_stopped_growth_goes_on_with_the_next_call) {
  Buckets buckets(1 << 24, 1 << 14, 1);
  std::atomic<bool> stop{false};
  const auto store = [&](std::uint64_t number) {
    Buckets::Word* w = buckets.of(number * 0x9E3779B97F4A7C15ULL);
    const auto empty = std::find_if(w, w + Buckets::ways, [](const auto& slot) { return slot == 0; });
    CHECK(empty != w + Buckets::ways);
    if (empty != w + Buckets::ways) *empty = number;
  };
  const auto found = [&](std::uint64_t number) {
    const Buckets::Word* w = buckets.of(number * 0x9E3779B97F4A7C15ULL);
    return std::count_if(w, w + Buckets::ways, [&](const auto& slot) { return slot == number; }) == 1;
  };
  const std::uint64_t entries = buckets.entries();
  std::uint64_t kept = 0;
  for (; kept < 8000; ++kept) store(kept + 1);
  int calls = 0;
  for (bool grown = false; !grown; ++calls) {
    std::uint64_t moved = 0;
    stop = false;
    buckets.grow(8, stop, [&](const std::uint64_t* slot) {
      store(*slot);
      if (++moved == 1000) stop = true;
    });
    grown = buckets.entries() == 8 * entries;
    CHECK(grown || buckets.entries() == entries);
    for (int i = 0; i < 10; ++i) store(++kept);  // a search between two steps
    for (std::uint64_t number = 1; number <= kept; ++number) CHECK(found(number));
    std::uint64_t listed = 0;
    buckets.each([&](const std::uint64_t*) { ++listed; });
    CHECK(listed == kept);
  }
  CHECK(calls > 1 && buckets.bytes() <= 1 << 24);
}

namespace {

ProofKey proof_key(int i) {
  return ProofKey{{static_cast<std::uint64_t>(i) * 7919, i % 3 == 0 ? 0U : 5U}, i % 30 + 1, 1, i % 2};
}
ProofRecord entry(int i) {  // every fifth is settled, one way or the other, and has a zone
  const auto number = static_cast<std::uint32_t>(i);
  if (i % 5 != 0) return ProofRecord{{number, number + 7}, i % 64 - 1, number + 1, 0};
  return ProofRecord{i % 2 == 0 ? ProofNumbers::yes() : ProofNumbers::no(), i % 64 - 1, number + 1,
                     number * 0x123456789ULL};
}

}  // namespace

TEST(a_proof_table_keeps_its_entries_when_it_grows_or_is_stopped) {
  ProofTable table(1 << 26);
  std::atomic<bool> stop{false};
  const auto found = [&] {
    int n = 0;
    for (int i = 0; i < 30000; ++i) {
      ProofRecord e;
      if (!table.probe(proof_key(i), e)) continue;
      ++n;
      const ProofRecord told = entry(i);
      CHECK(e.numbers.proof == told.numbers.proof && e.numbers.disproof == told.numbers.disproof &&
            e.zone == told.zone);
      CHECK(e.move == told.move && e.work == told.work + 1);
    }
    return n;
  };
  for (int i = 0; i < 30000; ++i) {
    ProofRecord e = entry(i);
    table.store(proof_key(i), e);
    e.work = 1;
    table.store(proof_key(i), e);  // work adds up
  }
  const int before = found();
  const std::uint64_t entries = table.entries();
  for (const bool stopped : {true, false}) {
    stop = stopped;
    table.grow(8, stop);
    CHECK(before > 28000 && found() == before && table.entries() == (stopped ? 1 : 8) * entries);
  }
  CHECK(!table.grown() && static_cast<int>(table.saved(most_saved).size()) == before);
  ProofTable small(1 << 12);
  CHECK(small.grown() && small.entries() == (1 << 12) / 32);
  small.restore(table.saved(most_saved));  // entries that find no room there are dropped
  ProofTable again(1 << 26);
  again.restore(table.saved(most_saved));
  CHECK(again.saved(most_saved).size() == table.saved(most_saved).size());
}

TEST(keys_on_large_boards_are_equal_exactly_for_symmetric_positions) {
  Dice dice{std::mt19937(6)};
  for (const auto& [rows, cols] : {std::pair{9, 9}, std::pair{11, 6}}) {
    const std::vector<Permutation> group = board_symmetries(rows, cols);
    const Keys<2> keys(group, rows * cols);
    for (int i = 0; i < 200; ++i) {
      Bits<2> stones[2];
      for (int n = dice(1, 40); n > 0; --n) {
        const int cell = dice(0, rows * cols - 1);
        if (!stones[0].test(cell)) stones[n & 1].set(cell);
        stones[0] -= stones[1];
      }
      int turn = 0;
      const Key key = keys.of(stones[0], stones[1], turn);
      for (const Permutation& p : group) {
        Bits<2> image[2];
        for (int side : {0, 1})
          for (Bits<2> rest = stones[side]; rest.any();) image[side].set(p[rest.pop()]);
        int back = 0;
        CHECK(keys.of(image[0], image[1], back) == key);
        for (Bits<2> rest = stones[0]; rest.any();)  // both name the same cell
          CHECK(image[0].test(keys.backward(back, keys.forward(turn, rest.pop()))));
      }
      int none = 0;
      if (stones[0] != stones[1]) CHECK(!(keys.of(stones[1], stones[0], none) == key));
      const int cell = dice(0, rows * cols - 1);
      if (stones[0].test(cell)) continue;
      stones[0].set(cell);
      stones[1].reset(cell);
      CHECK(!(keys.of(stones[0], stones[1], none) == key));
    }
  }
}

TEST(searches_do_not_depend_on_the_shape) {
  const Game g(line(11, 6, 4));
  Board b = g.start();
  for (const int cell : {7, 40, 21, 64}) b.cells[cell] = static_cast<signed char>(cell == 7 || cell == 21 ? X : O);
  const auto narrow = make_prover_of<NarrowShape>(g, 1 << 24, 1), middle = make_prover_of<MiddleShape>(g, 1 << 24, 1);
  const Bounds found = narrow->value(b);
  CHECK(found.lower == found.upper && middle->value(b).lower == found.lower);
  CHECK(narrow->status().nodes == middle->status().nodes && narrow->status().nodes > 0);
}

TEST(line_words_fit_every_board) {
  int most = 0;
  for (int rows = 1; rows <= 29; ++rows)
    for (int cols = 1; cols <= 22 && rows * cols <= most_cells; ++cols)
      most = std::max(most, LineWords({.rows = rows, .cols = cols, .k = 5}).size());
  CHECK(most == LineWords::most_words);
}

TEST(symmetries_of_lines) {
  CHECK(board_symmetries(3, 3).size() == 8 && board_symmetries(3, 4).size() == 4);
  CHECK(board_symmetries(1, 5).size() == 2 && board_symmetries(1, 1).size() == 1);
  CHECK(line_symmetries(5, 5, distinct(lines_of(5, 5, 5)), 64).size() == 32);
  CHECK(line_symmetries(4, 4, distinct(lines_of(4, 4, 4)), 64).size() == 32);
  CHECK(line_symmetries(3, 3, distinct(lines_of(3, 3, 3)), 64).size() == 8);
  CHECK(line_symmetries(2, 2, distinct(lines_of(2, 2, 3)), 64).size() <= 64);
}

TEST(census_finds_published_counts) {
  for (const int threads : {1, 3}) {
    Rules r;
    CensusProgress progress;
    const Census c = census(Game(r), 1 << 24, threads, progress);
    std::uint64_t positions = 0, canonical = 0, finished = 0;
    for (const PlyCensus& p : c.plies) {
      positions += p.positions;
      canonical += p.canonical;
      finished += p.by_result[0] + p.by_result[1] + p.by_result[2];
    }
    CHECK(c.complete && positions == 5478 && canonical == 765 && finished == 958);
    CHECK(c.plies[9].games[2] == "46080");
    r.rows = r.cols = r.k = 4;
    CensusProgress again;
    const Census cut = census(Game(r), 1 << 18, threads, again);
    CHECK(!cut.complete && cut.out_of_memory && cut.plies[3].positions == 16 * 15 / 2 * 14);
  }
}

TEST(a_census_of_a_large_board_is_the_same_with_any_number_of_threads) {
  std::vector<std::uint64_t> canonical[2];
  for (const int threads : {1, 5}) {
    CensusProgress progress;
    for (const PlyCensus& ply : census(Game(line(9, 9, 5)), 1 << 25, threads, progress).plies)
      canonical[threads > 1].push_back(ply.canonical);
    canonical[threads > 1].resize(3);  // how many more there are depends on how the memory is shared
  }
  CHECK(canonical[0] == canonical[1] && canonical[0][1] == 15 && canonical[0][2] > 0);
}

TEST(a_census_without_room_for_the_empty_board_is_not_complete) {
  CensusProgress progress;
  const Census none = census(Game(line(3, 3, 3)), 100, 1, progress);
  CHECK(none.out_of_memory && !none.complete && none.plies.empty());
}

TEST(perft_counts_the_games_of_tictactoe) {
  const Game g{Rules{}};
  const std::atomic<bool> stop{false};
  CHECK(perft(g, g.start(), 5, stop) == 15120 && perft(g, g.start(), 9, stop) == 127872);
}
