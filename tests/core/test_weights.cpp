// The weights of patterns: every position is worth the sum of its cells, however it was reached.
#include <random>

#include "check.hpp"
#include "game/perft.hpp"
#include "play/engine.hpp"
#include "threat/pattern_board.hpp"

using namespace kinrow;

namespace {

PatternWeights random_weights(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::int16_t> numbers(PatternWeights::numbers);
  for (auto& number : numbers) number = static_cast<std::int16_t>(static_cast<int>(random() % 2001) - 1000);
  return PatternWeights::of(numbers).value();
}

// The value for the side to move, cell by cell.
int value_of(const PatternBoard& p, const PatternWeights& w, int cells, int late) {
  using W = PatternWeights;
  const int me = p.to_move(), he = me ^ 1;
  int early = 0, later = 0, highest[2] = {};
  for (int c = 0; c < cells; ++c) {
    if (!p.is_empty(c)) continue;
    const auto &own = w.classes[p.pattern_class(me, c)].value, &other = w.classes[p.pattern_class(he, c)].value;
    early += own[W::own_early] - other[W::other_early];
    later += own[W::own_late] - other[W::other_late];
    for (const int side : {X, O}) highest[side] = std::max<int>(highest[side], p.level(side, c));
  }
  const int stones = std::min(p.plies(), late);
  return (early * (late - stones) + later * stones) / late + w.threats[highest[me]][highest[he]];
}

}  // namespace

TEST(the_balance_is_the_sum_over_the_cells) {
  for (const Rules& r : {Rules{15, 15, 5}, Rules{6, 9, 4}, Rules{.rows = 7, .cols = 7, .k = 5, .exact = true}}) {
    const Game g(r);
    const PatternWeights w = random_weights(7);
    const PatternTables tables(g, w);
    PatternBoard p(tables, g.start());
    for (const int cell : random_game(g, g.start(), 3).moves) {
      CHECK(p.balance() == value_of(p, w, r.size(), r.size() / 4));
      CHECK(p.promise(cell) == w.classes[p.pattern_class(p.to_move(), cell)].own_move +
                                   w.classes[p.pattern_class(p.to_move() ^ 1, cell)].other_move);
      p.play(cell);
    }
  }
}

TEST(the_balance_holds_the_largest_weights) {
  PatternWeights w;
  for (auto& weights : w.classes) weights.value = {32767, 32767, -32768, -32768};
  const Game g(Rules{22, 22, 5});
  const PatternTables tables(g, w);
  CHECK(PatternBoard(tables, g.start()).balance() == 22 * 22 * 65535);
}

TEST(pattern_classes_do_not_depend_on_directions) {
  const Game g(Rules{9, 9, 5});
  const PatternTables tables(g);
  PatternBoard p(tables, g.start()), transposed(tables, g.start());
  const auto across = [](int cell) { return cell % 9 * 9 + cell / 9; };
  for (const int cell : random_game(g, g.start(), 5).moves) {
    for (int c = 0; c < 81; ++c)
      for (const int side : {X, O})
        if (p.is_empty(c)) CHECK(p.pattern_class(side, c) == transposed.pattern_class(side, across(c)));
    p.play(cell);
    transposed.play(across(cell));
  }
}

TEST(pattern_weights_are_stored_in_a_fixed_order) {
  const PatternWeights w = random_weights(11);
  const std::vector<std::int16_t> numbers = w.all();
  CHECK(numbers.size() == PatternWeights::numbers && PatternWeights::of(numbers)->all() == numbers);
  CHECK(!PatternWeights::of(std::span(numbers).subspan(1)));
  CHECK(numbers[6 * 10] == w.classes[10].value[PatternWeights::own_early] &&
        numbers[6 * 10 + 5] == w.classes[10].other_move);
  CHECK(numbers[6 * pattern_classes + threat_levels + 2] == w.threats[1][2]);
}

TEST(the_engine_uses_its_weights) {
  const Game g(Rules{15, 15, 5});
  Board b = g.start();
  b.cells[7 * 15 + 7] = X;
  b.cells[8 * 15 + 8] = O;
  const int by_hand = make_engine(g, 1 << 20, 1)->search(b, {2, {}, {}}).score;
  CHECK(by_hand == make_engine(g, 1 << 20, 1, {PatternWeights::by_hand(), {}})->search(b, {2, {}, {}}).score);
  CHECK(by_hand != make_engine(g, 1 << 20, 1, {random_weights(13), {}})->search(b, {2, {}, {}}).score);
}
