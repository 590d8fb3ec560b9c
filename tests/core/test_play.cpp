// PlayoutBoard and Batch against Position<W>, the plain rules of the core: random games of every kind.
#include <algorithm>
#include <deque>

#include "check.hpp"
#include "game/position.hpp"
#include "play/batch.hpp"
#include "play/state.hpp"

using namespace kinrow;

namespace {

Rules line_game(int rows, int cols, int k, int stones = 1, int first = 1, bool exact = false, bool misere = false) {
  Rules r;
  r.rows = rows, r.cols = cols, r.k = k, r.stones = stones, r.first = first, r.exact = exact, r.misere = misere;
  return r;
}
Rules majority_game(int rows, int cols, int k, int threshold, int turns) {
  Rules r = line_game(rows, cols, k, 2, 2);
  r.majority = true, r.turns = turns, r.fill = X, r.threshold = threshold, r.begins = O;
  return r;
}
std::vector<Rules> all_kinds() {
  return {line_game(3, 3, 3),
          line_game(1, 7, 2, 1, 1, true),
          line_game(4, 5, 1, 1, 1, true),
          line_game(2, 3, 9),
          line_game(5, 4, 3, 1, 1, false, true),
          line_game(8, 8, 4, 2, 1),
          line_game(3, 20, 3, 1, 1, true),
          line_game(9, 9, 4, 3, 2, true, true),
          line_game(15, 15, 5),
          line_game(15, 15, 5, 1, 1, true),
          line_game(19, 19, 6, 2, 1),
          line_game(22, 22, 5, 1, 1, false, true),
          line_game(21, 21, 5),
          line_game(29, 16, 5),
          line_game(20, 6, 6),
          majority_game(5, 5, 5, 4, 11),
          majority_game(7, 12, 4, 3, 20)};
}

// A board that is stepped in parallel with the one under test.
template <int W>
struct Twin {
  explicit Twin(const Game& g) : game(g), tables(game) { reset(); }
  void reset() { p = Position<W>::from(tables, game.start()); }
  int sign(int c) const { return p.stones[X].test(c) ? X : p.stones[O].test(c) ? O : -1; }
  const Game game;
  Tables<W> tables;
  Position<W> p;
};

template <int W>
void follow_state(const Game& g, std::uint64_t seed) {
  Twin<W> twin(g);
  State s(g, g.start(), seed);
  std::vector<Position<W>> way;
  while (!s.board().over()) {
    const int cell = s.random_cell();
    CHECK(s.is_legal(cell) && twin.p.legal(twin.tables).test(cell));
    CHECK(static_cast<int>(s.legal().size()) == twin.p.legal(twin.tables).count());
    way.push_back(twin.p);
    s.play(cell);
    twin.p.play(twin.tables, cell);
    CHECK(s.board().over() == twin.p.over && s.board().to_move() == twin.p.to_move && s.board().left() == twin.p.left);
    CHECK(State(g,
                {[&] {
                   std::vector<signed char> cells;
                   for (int c = 0; c < g.rules.size(); ++c) cells.push_back(static_cast<signed char>(twin.sign(c)));
                   return cells;
                 }(),
                 twin.p.to_move, twin.p.left},
                0)
              .board()
              .over() == twin.p.over);
  }
  CHECK(s.legal().empty());
  CHECK(s.board().winner() == twin.p.winner(twin.tables));
  if (g.rules.majority) CHECK(s.board().margin() == twin.p.margin(twin.tables));
  while (!way.empty()) {
    const int cell = s.undo();
    CHECK(way.back().legal(twin.tables).test(cell) && !s.board().over() && s.is_legal(cell));
    CHECK(s.board().to_move() == way.back().to_move && s.board().left() == way.back().left);
    way.pop_back();
  }
  CHECK(s.cells() == std::string(g.rules.size(), '.'));
}

template <int W>
class BatchTwin {
 public:
  BatchTwin(const Game& g, const BatchOptions& o) : game_(g), options_(o), batch_(make_batch(g, o)) {
    for (int i = 0; i < o.boards; ++i) twins_.emplace_back(g);
  }
  void run(int steps) {
    std::vector<std::int32_t> actions(twins_.size());
    for (int n = 0; n < steps; ++n) {
      batch_->random_actions(actions.data());
      CHECK(batch_->step(actions.data()) == -1);
      for (int i = 0; i < batch_->size(); ++i) step(i, actions[i]);
    }
  }

 private:
  void step(int i, int action) {
    Twin<W>& t = twins_[i];
    const Views& v = batch_->views();
    if (t.p.over) {
      if (options_.autoreset == Autoreset::next_step) t.reset();
      CHECK(v.terminated[i] == t.p.over && v.rewards[i] == 0);
      return compare(i, t, v.observations);
    }
    const int side = t.p.to_move;
    CHECK(t.p.legal(t.tables).test(action));
    t.p.play(t.tables, action);
    CHECK(static_cast<bool>(v.terminated[i]) == t.p.over);
    const int winner = t.p.over ? t.p.winner(t.tables) : -1;
    CHECK(v.winner[i] == winner);
    CHECK(v.rewards[i] == (winner < 0 ? 0.0F : winner == side ? 1.0F : -1.0F));
    if (t.p.over && options_.autoreset == Autoreset::same_step) {
      check_planes(i, t, v.final_observations);
      t.reset();
    }
    compare(i, t, v.observations);
  }
  void compare(int i, const Twin<W>& t, const std::vector<std::uint8_t>& seen) {
    const Views& v = batch_->views();
    check_planes(i, t, seen);
    CHECK(v.to_move[i] == t.p.to_move && v.left[i] == t.p.left);
    const auto legal = t.p.legal(t.tables);
    bool same = true;
    for (int c = 0; c < game_.rules.size(); ++c) same &= v.legal[i * game_.rules.size() + c] == legal.test(c);
    CHECK(same);
  }
  void check_planes(int i, const Twin<W>& t, const std::vector<std::uint8_t>& seen) {
    const int cells = game_.rules.size(), planes = batch_->views().planes;
    const std::uint8_t* at = &seen[static_cast<std::size_t>(i) * planes * cells];
    bool same = planes == (game_.rules.stones > 1 || game_.rules.first > 1 ? 3 : 2);
    for (int c = 0; c < cells; ++c) {
      same &= at[c] == t.p.stones[t.p.to_move].test(c) && at[cells + c] == t.p.stones[t.p.to_move ^ 1].test(c);
      same &= planes == 2 || at[2 * cells + c] == t.p.left - 1;
    }
    CHECK(same);
  }

  const Game game_;
  BatchOptions options_;
  std::unique_ptr<Batch> batch_;
  std::deque<Twin<W>> twins_;  // never moved: tables point to their game
};

}  // namespace

TEST(playout_board_follows_the_rules) {
  for (const Rules& r : all_kinds())
    with_words(r.size(), [&](auto words) {
      for (std::uint64_t seed = 0; seed < (r.size() > 64 ? 5 : 50); ++seed) follow_state<words()>(Game(r), seed);
    });
}

TEST(batch_follows_the_rules) {
  for (const Rules& r : all_kinds())
    for (const Autoreset reset : {Autoreset::disabled, Autoreset::next_step, Autoreset::same_step})
      with_words(r.size(), [&](auto words) {
        const int boards = r.size() > 64 ? 3 : 9;
        BatchTwin<words()>(Game(r), {boards, 7, reset == Autoreset::disabled ? 2 : 1, reset}).run(3 * r.size());
      });
}

TEST(batch_of_many_boards_follows_the_rules) {  // more than threads take at once, and a remainder
  for (const Rules& r : {line_game(3, 3, 3), line_game(7, 7, 4), line_game(9, 8, 4, 2, 1)})
    with_words(r.size(), [&](auto words) {
      BatchTwin<words()>(Game(r), {1100, 3, 3, Autoreset::same_step}).run(20);
      BatchTwin<words()>(Game(r), {1100, 3, 2, Autoreset::next_step}).run(20);
    });
}

TEST(random_actions_depend_neither_on_threads_nor_on_the_number_of_boards) {
  const Game g(line_game(6, 6, 4));
  const auto one = make_batch(g, {5, 11, 1}), two = make_batch(g, {9, 11, 3});
  std::int32_t a[9], b[9];
  for (int n = 0; n < 100; ++n) {
    one->random_actions(a);
    two->random_actions(b);
    CHECK(std::equal(a, a + 5, b));
    CHECK(one->step(a) == -1 && two->step(b) == -1);
  }
}

TEST(batch_refuses_or_punishes_illegal_actions) {
  const Game g(line_game(3, 3, 3));
  const auto refuse = make_batch(g, {2, 0, 1}), lose = make_batch(g, {2, 0, 1, Autoreset::next_step, Illegal::lose});
  const std::int32_t first[] = {4, 4}, second[] = {0, 4}, outside[] = {9, 0};
  CHECK(refuse->step(first) == -1 && refuse->step(second) == 1 && refuse->step(outside) == 0);
  CHECK(refuse->board(0).cells[0] == -1);
  CHECK(lose->step(first) == -1 && lose->step(second) == -1);
  const Views& v = lose->views();
  CHECK(!v.terminated[0] && v.terminated[1] && v.winner[1] == X && v.rewards[1] == -1.0F && v.legal[9] == 0);
  CHECK(lose->step(outside) == -1 && v.terminated[0] && v.winner[0] == O && !v.terminated[1] && v.winner[1] == -1);
}

TEST(batch_leaves_skipped_boards_unchanged) {
  const Game g(line_game(3, 3, 3));
  for (const Illegal illegal : {Illegal::refuse, Illegal::lose}) {
    const auto b = make_batch(g, {3, 0, 1, Autoreset::next_step, illegal});
    b->set(1, {{X, X, X, O, O, -1, -1, -1, -1}, O, 1});  // over
    const auto before = b->views();
    const std::int32_t actions[] = {4, skip, skip};
    CHECK(b->step(actions) == -1);
    CHECK(b->board(0).cells[4] == X && b->views().legal[4] == 0);
    CHECK(b->views().terminated == before.terminated && b->board(1).cells[0] == X && b->board(2).cells[4] == -1);
    for (std::size_t at = 9; at < 27; ++at) CHECK(b->views().legal[at] == before.legal[at]);
  }
}

TEST(batch_can_be_set_to_any_board) {
  const Game g(line_game(3, 3, 3));
  const auto b = make_batch(g, {1});
  b->set(0, {{0, 0, -1, 1, 1, -1, -1, -1, -1}, X, 1});
  const std::int32_t win[] = {2}, any[] = {0};
  CHECK(b->step(win) == -1 && b->views().terminated[0] && b->views().rewards[0] == 1.0F);
  b->set(0, {{0, 0, 0, 1, 1, -1, -1, -1, -1}, O, 1});
  CHECK(b->views().terminated[0] && b->step(any) == -1 && b->board(0).cells[0] == -1);
}

TEST(batch_does_not_count_part_of_an_overline_as_a_line) {
  for (const int side : {8, 9, 17}) {
    const Game g(line_game(side, side, 3, 1, 1, true));
    Board board{std::vector<signed char>(g.rules.size(), -1), X, 1};
    for (int c = 0; c < 4; ++c) board.cells[c] = X, board.cells[2 * side + 2 * c] = O;
    const auto b = make_batch(g, {1});
    b->set(0, board);
    CHECK(!b->views().terminated[0]);
    board.cells[3] = -1;
    b->set(0, board);
    CHECK(b->views().terminated[0]);
  }
}
