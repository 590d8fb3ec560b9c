// Strong solutions: ranks, folds, and every value against plain minimax.
#include <set>

#include "brute.hpp"
#include "check.hpp"
#include "table/retrograde.hpp"
#include "table/spread.hpp"
#include "table/survey.hpp"

using namespace brute;

TEST(subsets_are_in_the_order_of_their_ranks) {
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
          Survey(*layer, next).rows(0, layer->rows(), found.data(), next ? values.back().data() : nullptr);
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
    const Tally tally =
        Survey(*solved.layers[i], next)
            .rows(0, solved.layers[i]->rows(), solved.values[i].data(), next ? solved.values[i - 1].data() : nullptr);
    for (const Tally::Count& count : tally.by_value) positions += count.positions;
  }
  CHECK(positions == seen.size());
}

}  // namespace

TEST(tables_agree_with_minimax) {
  Dice dice{std::mt19937(29)};
  for (int i = 0; i < 150; ++i) {
    const Rules r = any_rules(dice, 9);
    const bool exact = dice(0, 1) == 0;
    const TableObjective finer = r.majority ? TableObjective::margin : TableObjective::score;
    check_game(r, exact ? finer : TableObjective::outcome, static_cast<std::size_t>(dice(1, 5)));
  }
}

namespace {

struct ManyBoards {  // many boards of a game, in the layout of an environment
  static constexpr std::size_t planes = 3;

  ManyBoards(const Game& g, const std::vector<Board>& all)
      : cells(static_cast<std::size_t>(g.rules.size())), stones(all.size() * planes * cells) {
    const Minimax minimax(g);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Board& b = all[i];
      to_move.push_back(static_cast<std::int8_t>(b.to_move));
      sides.push_back(static_cast<std::int8_t>(i % 2));
      const bool over = minimax.over(b);
      for (std::size_t c = 0; c < cells; ++c) {
        if (b.cells[c] >= 0) stones[(i * planes + (b.cells[c] != b.to_move)) * cells + c] = 1;
        legal.push_back(b.cells[c] < 0 && !over);
      }
    }
  }
  SpreadTable::Boards view() const { return {to_move.size(), planes, stones.data(), to_move.data(), legal.data()}; }

  std::size_t cells;
  std::vector<std::uint8_t> stones, legal;
  std::vector<std::int8_t> to_move, sides;
};

struct Answered {  // a table's answers for many boards
  Answered(const SpreadTable& table, const ManyBoards& many)
      : count(many.to_move.size()), outcomes(count), scores(count), optimal(many.legal.size()), regrets(count) {
    table.look_up(many.view(), many.sides.data(), {outcomes.data(), scores.data(), optimal.data(), regrets.data()});
  }
  // What the same action gives away on each board; -1 if it is not legal.
  std::vector<int> regrets_of(std::int32_t action) const {
    const std::vector<std::int32_t> actions(count, action);
    std::vector<std::int8_t> given(count);
    std::vector<std::uint8_t> legal(count);
    SpreadTable::judge(count, regrets.data(), actions.data(), given.data(), legal.data());
    std::vector<int> found;
    for (std::size_t i = 0; i < count; ++i) found.push_back(legal[i] ? given[i] : given[i] == 0 ? -1 : -2);
    return found;
  }

  std::size_t count;
  std::vector<std::int8_t> outcomes, scores;
  std::vector<std::uint8_t> optimal;
  std::vector<SpreadTable::Regrets> regrets;
};

void check_spread(const Game& g, const std::vector<Board>& boards) {
  const TableGame game(g, TableObjective::score);
  const Solved solved(game, 4);
  SpreadTable table(game);
  for (std::size_t i = 0; i < solved.layers.size(); ++i) table.add(*solved.layers[i], solved.values[i].data());
  const ManyBoards many(g, boards);
  const Answered answered(table, many);
  Minimax minimax(g);
  std::vector<int> values;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    values.push_back(minimax.value(boards[i]));
    const int value = many.sides[i] == boards[i].to_move ? values[i] : -values[i];
    CHECK(answered.scores[i] == value && answered.outcomes[i] == sign(value));
  }
  const int cells = g.rules.size();
  for (const int off : {-1, cells, 40}) CHECK(answered.regrets_of(off) == std::vector<int>(boards.size(), -1));
  for (int c = 0; c < cells; ++c) {
    const std::vector<int> regrets = answered.regrets_of(c);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      const std::size_t at = i * many.cells + static_cast<std::size_t>(c);
      CHECK(regrets[i] == (many.legal[at] ? sign(values[i]) - sign(minimax.value_of_move(boards[i], c)) : -1));
      CHECK(answered.optimal[at] == (regrets[i] == 0));
    }
  }
}

std::vector<Board> all_boards(const Game& g) {  // that play can reach
  const Minimax minimax(g);
  std::vector<Board> found{g.start()};
  std::set<std::vector<signed char>> seen{found[0].cells};
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (minimax.over(found[i])) continue;
    for (std::size_t c = 0; c < found[i].cells.size(); ++c) {
      if (found[i].cells[c] >= 0) continue;
      Board next = found[i];
      next.cells[c] = static_cast<signed char>(next.to_move);
      if (--next.left == 0) {
        next.to_move ^= 1;
        next.left = g.rules.stones;
      }
      if (seen.insert(next.cells).second) found.push_back(next);
    }
  }
  return found;
}

}  // namespace

TEST(a_spread_table_is_right_on_every_board_of_small_games) {
  check_spread(Game(line(3, 3, 3)), all_boards(Game(line(3, 3, 3))));
  Dice dice{std::mt19937(37)};
  for (int round = 0; round < 40; ++round) {
    const Game g(any_line_rules(dice, 9));
    check_spread(g, all_boards(g));
  }
}

// Cells are left empty at their end.
TEST(a_spread_table_is_right_on_every_board_of_line_counting_games) {
  Dice dice{std::mt19937(41)};
  for (int round = 0; round < 40;) {
    const Game g(any_rules(dice, 8));
    if (!g.rules.majority) continue;
    check_spread(g, all_boards(g));
    ++round;
  }
}

TEST(a_spread_table_answers_batches_of_boards) {
  Dice dice{std::mt19937(31)};
  for (int round = 0; round < 30; ++round) {
    const Game g(any_line_rules(dice, 12));
    std::vector<Board> boards;
    for (int i = 0; i < 37; ++i) boards.push_back(any_board(g, dice, dice(0, g.rules.size())));
    check_spread(g, boards);
  }
}

TEST(a_spread_table_rejects_layers_out_of_order) {
  const TableGame game(Game(line(2, 2, 2)), TableObjective::score);
  const Layer first(game, 0);
  SpreadTable table(game);
  const std::vector<TableValue> values(first.size());
  CHECK_THROWS(table.add(first, values.data()));
  CHECK_THROWS(SpreadTable(TableGame(Game(line(3, 6, 3)), TableObjective::score)));
}

TEST(a_survey_finds_a_wrong_value) {
  const Game g(line(3, 3, 3));
  const TableGame game(g, TableObjective::score);
  const Solved solved(game, 3);
  for (std::size_t i = 1; i < solved.layers.size(); ++i) {
    std::vector<TableValue> changed = solved.values[i];
    const auto known = std::find_if(changed.begin(), changed.end(), [](TableValue v) { return v != unreachable; });
    *known = static_cast<TableValue>(*known + 1);
    const Tally tally = Survey(*solved.layers[i], solved.layers[i - 1].get())
                            .rows(0, solved.layers[i]->rows(), changed.data(), solved.values[i - 1].data());
    CHECK(tally.wrong == 1 && tally.first_wrong == static_cast<std::uint64_t>(known - changed.begin()));
  }
}

TEST(a_survey_counts_large_margins) {
  Rules r = line(3, 5, 2);
  r.majority = true;
  r.turns = 1;
  r.threshold = 2;
  const TableGame game(Game(r), TableObjective::margin);
  const Layer last(game, 1);  // X has one stone and gets all other cells, so all 38 lines
  std::vector<TableValue> values(last.size());
  Retrograde(last, nullptr).solve(0, last.rows(), nullptr, values.data());
  const Tally tally = Survey(last, nullptr).rows(0, last.rows(), values.data(), nullptr);
  CHECK(tally.wrong == 0);
  CHECK(tally.by_value.at(static_cast<std::size_t>(Tally::middle - 38)).positions == 15);
}

TEST(boards_that_are_too_large_are_rejected) { CHECK_THROWS(TableGame(Game(line(9, 3, 3)), TableObjective::outcome)); }
