// Corrections: updated stone by stone, they equal those computed from scratch.
#include <random>

#include "check.hpp"
#include "play/correction.hpp"
#include "play/engine.hpp"

using namespace kinrow;

namespace {

std::vector<std::int16_t> random_numbers(const Game& g, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::int16_t> numbers(Correction::numbers(PatternTable::reach_of(g.rules)));
  for (auto& number : numbers) number = static_cast<std::int16_t>(static_cast<int>(random() % 121) - 60);
  return numbers;
}

int from_scratch(const Correction& network, const PatternTables& tables, const Board& board) {
  return CorrectionBoard(network, board).value(PatternBoard(tables, board));
}

}  // namespace

TEST(an_updated_correction_equals_one_from_scratch) {
  for (const Rules& r : {Rules{15, 15, 5}, Rules{6, 9, 4}, Rules{.rows = 7, .cols = 8, .k = 5, .exact = true},
                         Rules{5, 5, 3}, Rules{3, 29, 4}}) {
    const Game g(r);
    const PatternTables tables(g);
    const Correction network(tables, random_numbers(g, 7));
    std::mt19937 random(3);
    PatternBoard p(tables, g.start());
    CorrectionBoard kept(network, g.start());
    Board b = g.start();
    std::vector<int> played;
    int different = 0;
    for (int i = 0; i < 400; ++i) {
      if (p.over() || (!played.empty() && random() % 3 == 0)) {
        p.undo(played.back());
        b.cells[played.back()] = -1;
        played.pop_back();
      } else {
        int cell = static_cast<int>(random() % static_cast<unsigned>(r.size()));
        while (!p.is_empty(cell)) cell = (cell + 1) % r.size();
        b.cells[cell] = static_cast<signed char>(p.to_move());
        p.play(cell);
        played.push_back(cell);
      }
      b.to_move = p.to_move();
      if (random() % 2 == 0) continue;  // several stones come and go between two evaluations
      const int value = kept.value(p);
      CHECK(value == from_scratch(network, tables, b));
      different += value != 0;
    }
    CHECK(different > 20);
  }
}

TEST(a_correction_with_zero_weights_changes_no_search) {
  const Game g(Rules{9, 9, 5});
  Board b = g.start();
  for (const auto& [cell, side] : {std::pair{40, X}, {31, O}, {41, X}, {30, O}, {49, X}, {22, O}})
    b.cells[cell] = static_cast<signed char>(side);
  const EngineWeights alone;
  EngineWeights zeros, random;
  zeros.correction.assign(Correction::numbers(4), 0);
  random.correction = random_numbers(g, 5);
  const auto result = [&](const EngineWeights& weights) {
    return make_engine(g, 1 << 20, 1, weights)->search(b, {4, {}, {}});
  };
  CHECK(result(zeros).nodes == result(alone).nodes);
  CHECK(result(zeros).score == result(alone).score);
  CHECK(result(random).score != result(alone).score);
}
