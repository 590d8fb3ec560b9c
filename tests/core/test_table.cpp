// Strong solutions: ranks, folds, and every value against plain minimax.
#include "brute.hpp"
#include "check.hpp"
#include "table/retrograde.hpp"
#include "table/spread.hpp"
#include "table/survey.hpp"

using namespace brute;

TEST(subsets_stand_in_the_order_of_their_ranks) {
  const SubsetRanks ranks;
  for (const auto& [n, k] : {std::pair{0, 0}, {1, 1}, {5, 0}, {9, 4}, {16, 8}, {20, 3}, {25, 5}, {25, 25}}) {
    const std::vector<Subset> all = subsets(n, k);
    CHECK(all.size() == choose(n, k));
    for (std::size_t i = 0; i < all.size(); ++i) {
      CHECK(ranks(all[i]) == i && std::popcount(all[i]) == k && all[i] >> n == 0);
      CHECK(i == 0 || all[i - 1] < all[i]);
    }
  }
}

TEST(a_cell_map_moves_every_cell) {
  Dice dice{std::mt19937(3)};
  std::vector<int> image(most_table_cells);
  for (std::size_t i = 0; i < image.size(); ++i) image[i] = static_cast<int>(i);
  std::shuffle(image.begin(), image.end(), dice.generator);
  CellMap map;
  map.set(image.data(), most_table_cells);
  for (int i = 0; i < 1000; ++i) {
    const Subset s = static_cast<Subset>(dice.generator()) & ((1U << most_table_cells) - 1);
    Subset moved = 0;
    for (int c = 0; c < most_table_cells; ++c)
      if (s >> c & 1) moved |= 1U << image[static_cast<std::size_t>(c)];
    CHECK(map(s) == moved);
  }
}

namespace {

struct Solved {  // all layers of a game, by ply
  Solved(const TableGame& game, std::size_t step) {
    for (int ply = game.last_ply(); ply >= 0; --ply) {
      auto layer = std::make_unique<Layer>(game, ply);
      const Layer* next = layers.empty() ? nullptr : layers.back().get();
      std::vector<TableValue> found(layer->size());
      const Retrograde work(*layer, next);
      for (std::uint64_t row = 0; row < layer->rows(); row += step)  // in blocks, as tables are made
        work.solve(row, std::min<std::uint64_t>(row + step, layer->rows()), next ? values.back().data() : nullptr,
                   found.data() + row * layer->row_length());
      const Tally tally =
          Survey(*layer, next).rows(0, layer->rows(), found.data(), next ? values.back().data() : nullptr, nullptr);
      CHECK(tally.wrong == 0);
      layers.push_back(std::move(layer));
      values.push_back(std::move(found));
    }
  }
  std::vector<std::unique_ptr<Layer>> layers;  // from the last ply
  std::vector<std::vector<TableValue>> values;
};

TableValue as(TableObjective objective, int value) {
  return static_cast<TableValue>(objective == TableObjective::outcome ? (value > 0) - (value < 0) : value);
}

// Every position that play reaches has the value of plain minimax; the number of places with a value that stand for
// their class is the number of classes.
void check_game(const Rules& rules, TableObjective objective, std::size_t step) {
  const Game g(rules);
  const TableGame game(g, objective);
  const Solved solved(game, step);
  const Tables<1> t(g);
  Minimax minimax(g);
  std::map<std::pair<std::uint64_t, std::uint64_t>, bool> seen;
  std::vector<Position<1>> todo{Position<1>::from(t, g.start())};
  while (!todo.empty()) {
    const Position<1> p = todo.back();
    todo.pop_back();
    if (!seen.try_emplace({p.stones[X].word[0], p.stones[O].word[0]}).second) continue;
    const std::size_t at = static_cast<std::size_t>(game.last_ply() - p.plies);
    const Layer& layer = *solved.layers[at];
    const std::uint64_t place = layer.index(
        {static_cast<Subset>(p.stones[rules.begins].word[0]), static_cast<Subset>(p.stones[rules.begins ^ 1].word[0])});
    CHECK(place < layer.size() && solved.values[at][place] == as(objective, minimax.value(p)));
    for (Bits<1> moves = p.legal(t); moves.any();) {
      Position<1> child = p;
      child.play(t, moves.pop());
      todo.push_back(child);
    }
  }
  std::uint64_t positions = 0;
  for (std::size_t i = 0; i < solved.layers.size(); ++i) {
    const Layer* next = i == 0 ? nullptr : solved.layers[i - 1].get();
    const Tally tally = Survey(*solved.layers[i], next)
                            .rows(0, solved.layers[i]->rows(), solved.values[i].data(),
                                  next ? solved.values[i - 1].data() : nullptr, nullptr);
    for (const Tally::Count& count : tally.by_value) positions += count.positions;
  }
  CHECK(positions == seen.size());
}

}  // namespace

TEST(tables_have_the_values_of_plain_minimax) {
  Dice dice{std::mt19937(29)};
  for (int i = 0; i < 150; ++i) {
    const Rules r = any_rules(dice, 9);
    const bool exact = dice(0, 1) == 0;
    const TableObjective finer = r.majority ? TableObjective::margin : TableObjective::score;
    check_game(r, exact ? finer : TableObjective::outcome, static_cast<std::size_t>(dice(1, 5)));
  }
}

namespace {

struct ManyBoards {  // random boards of a game, side by side as an environment has them
  static constexpr std::size_t count = 37, planes = 3;

  ManyBoards(const Game& g, Dice& dice)
      : cells(static_cast<std::size_t>(g.rules.size())), stones(count * planes * cells), legal(count * cells) {
    Minimax minimax(g);
    for (std::size_t i = 0; i < count; ++i) {
      boards.push_back(any_board(g, dice, dice(0, g.rules.size())));
      const Board& b = boards[i];
      to_move.push_back(static_cast<std::int8_t>(b.to_move));
      left.push_back(static_cast<std::int16_t>(b.left));
      for (std::size_t c = 0; c < cells; ++c) {
        if (b.cells[c] >= 0) stones[(i * planes + (b.cells[c] != b.to_move)) * cells + c] = 1;
        legal[i * cells + c] = b.cells[c] < 0 && !minimax.over(b);
      }
    }
  }
  SpreadTable::Boards view() const { return {count, planes, stones.data(), to_move.data(), left.data(), legal.data()}; }

  std::size_t cells;
  std::vector<Board> boards;
  std::vector<std::uint8_t> stones, legal;
  std::vector<std::int8_t> to_move;
  std::vector<std::int16_t> left;
};

}  // namespace

TEST(a_spread_table_answers_for_many_boards) {
  Dice dice{std::mt19937(31)};
  for (int round = 0; round < 30; ++round) {
    const Game g(any_line_rules(dice, 12));
    const TableGame game(g, TableObjective::score);
    const Solved solved(game, 4);
    SpreadTable table(g);
    for (std::size_t i = 0; i < solved.layers.size(); ++i) table.add(*solved.layers[i], solved.values[i].data());
    const ManyBoards many(g, dice);
    std::vector<std::int8_t> scores(many.count), actions(many.legal.size()), optimal(many.legal.size());
    table.look_up(many.view(), {scores.data(), actions.data(), optimal.data()});
    Minimax minimax(g);
    for (std::size_t at = 0; at < many.legal.size(); ++at) {
      const Board& b = many.boards[at / many.cells];
      const int value = minimax.value(b), score = scores[at / many.cells];
      const int worth = many.legal[at] ? minimax.value_of_move(b, static_cast<int>(at % many.cells)) : 0;
      const int due = many.legal[at] ? (worth > 0) - (worth < 0) : SpreadTable::illegal;
      CHECK(score == value && actions[at] == due && optimal[at] == (due == (value > 0) - (value < 0)));
    }
  }
}

TEST(a_wrong_value_is_seen_by_a_survey) {
  const Game g(line(3, 3, 3));
  const TableGame game(g, TableObjective::score);
  const Solved solved(game, 3);
  for (std::size_t i = 1; i < solved.layers.size(); ++i) {
    std::vector<TableValue> changed = solved.values[i];
    const auto known = std::find_if(changed.begin(), changed.end(), [](TableValue v) { return v != unreachable; });
    *known = static_cast<TableValue>(*known + 1);
    const Tally tally = Survey(*solved.layers[i], solved.layers[i - 1].get())
                            .rows(0, solved.layers[i]->rows(), changed.data(), solved.values[i - 1].data(), nullptr);
    CHECK(tally.wrong == 1 && tally.first_wrong == static_cast<std::uint64_t>(known - changed.begin()));
  }
}

TEST(a_board_that_is_too_large_has_no_table) { CHECK_THROWS(TableGame(Game(line(9, 3, 3)), TableObjective::outcome)); }
