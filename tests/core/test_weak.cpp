// The weak game against plain minimax on positions of random stones: outcome, zones, moves, and the prover with it.
#include <map>
#include <tuple>

#include "breaker/weak_game.hpp"
#include "brute.hpp"
#include "check.hpp"
#include "dfpn/outcome_search.hpp"

using namespace brute;

namespace {

using Cells = Bits<1>;

// Does Breaker hold? Tries everything.
class Plain {
 public:
  explicit Plain(const Game& g) : all_(Cells::first(g.rules.size())) {
    for (const Line& line : g.lines) {
      lines_.emplace_back();
      for (int cell : line.cells) lines_.back().set(cell);
    }
  }
  bool complete(const Cells& made) const {
    return std::ranges::any_of(lines_, [&](const Cells& line) { return made.holds(line); });
  }
  bool holds(const Cells& made, const Cells& stops, int to_move) {
    if (complete(made)) return false;
    const auto key = std::tuple(made.word[0], stops.word[0], to_move);
    if (const auto known = memo_.find(key); known != memo_.end()) return known->second;
    Cells empty = all_ - made - stops;
    bool found = empty.none();
    for (bool any = false; empty.any() && !any;) {
      const Cells stone = Cells::one(empty.pop());
      const bool held = to_move == maker ? holds(made | stone, stops, breaker) : holds(made, stops | stone, maker);
      any = to_move == maker ? !held : held;
      found = held;
    }
    return memo_[key] = found;
  }

 private:
  Cells all_;
  std::vector<Cells> lines_;
  std::map<std::tuple<std::uint64_t, std::uint64_t, int>, bool> memo_;
};

struct Scene {
  Cells stones[2];  // Maker's, Breaker's
  Cells empty;
  int to_move;
};

Scene any_scene(const Game& g, Dice& dice, int most_empty) {
  Scene s;
  s.to_move = dice(0, 1);
  std::vector<int> cells;
  for (int c = 0; c < g.rules.size(); ++c) cells.push_back(c);
  for (int i = g.rules.size(); i > 1; --i) std::swap(cells[i - 1], cells[dice(0, i - 1)]);
  const int empties = dice(1, std::min(most_empty, g.rules.size()));
  for (int i = 0; i < g.rules.size(); ++i)
    (i < empties ? s.empty : s.stones[dice(0, 2) == 0 ? breaker : maker]).set(cells[i]);
  return s;
}

Game any_game(Dice& dice) { return Game(line(dice(1, 5), dice(2, 6), dice(2, 5))); }

template <int W>
struct Weak {
  using Shape = LineShape<W, 2, 3>;
  static std::vector<Permutation> group(const Game& g) {  // the lines of large boards have no other symmetries
    const Rules& r = g.rules;
    return W == 1 ? line_symmetries(r.rows, r.cols, g.lines, 64) : board_symmetries(r.rows, r.cols);
  }
  explicit Weak(const Game& g)
      : keys(group(g), g.rules.size()), pool(1), space(1 << 20, status, pool), search(g, keys, space, 1) {}
  Keys<W> keys;
  SearchStatus status;
  ThreadPool pool;
  Workspace<ProofTable> space;
  OutcomeSearch<WeakGame<Shape>> search;
  WeakGame<Shape>& game = search.rules();
};

}  // namespace

TEST(weak_game_agrees_with_minimax_and_its_zones_hold) {
  Dice dice{std::mt19937(31)};
  int held = 0, stones = 0;
  for (int i = 0; i < 3000; ++i) {
    const Game g = any_game(dice);
    const Scene s = any_scene(g, dice, 11);
    Plain plain(g);
    Weak<1> weak(g);
    const auto start = weak.game.from(s, maker);
    CHECK(start.won || !plain.complete(s.stones[maker]));
    if (start.won) {
      CHECK(!plain.holds(s.stones[maker], s.stones[breaker], s.to_move));
      continue;
    }
    Cells zone;
    bool holds = true;
    if (!start.over()) {
      const auto verdict = weak.search.find(start, start.to_move == maker);
      holds = weak.game.held(start, verdict.numbers);
      CHECK(verdict.numbers.settled());
      zone = verdict.zone;
    }
    CHECK(holds == plain.holds(s.stones[maker], s.stones[breaker], s.to_move));
    if (!holds) continue;
    ++held;
    for (int turn = 0; turn < 8; ++turn) {  // more of Maker's stones, outside
      Cells more;
      for (Cells rest = s.empty - zone - start.settled; rest.any();)
        if (const int cell = rest.pop(); turn == 0 || dice(0, 1)) more.set(cell);
      stones += more.count();
      CHECK(plain.holds(s.stones[maker] | more, s.stones[breaker], s.to_move));
    }
  }
  CHECK(held > 500 && stones > 5000);
}

TEST(weak_game_names_a_move_that_holds) {
  Dice dice{std::mt19937(32)};
  int named = 0;
  for (int i = 0; i < 4000; ++i) {
    const Game g = any_game(dice);
    const Scene s = any_scene(g, dice, 13);
    Weak<1> weak(g);
    const auto start = weak.game.from(s, maker);
    if (start.over() || start.to_move != breaker) continue;
    weak.search.search(start, 0);
    const int cell = weak.search.proof_move(start, 0);
    if (cell < 0) continue;
    ++named;
    Plain plain(g);
    CHECK(plain.holds(s.stones[maker], s.stones[breaker] | Cells::one(cell), maker));
  }
  CHECK(named > 50);
}

// Without zones, as on boards for which the table has no room for zones.
TEST(weak_game_gives_the_same_results_in_two_words) {
  Dice dice{std::mt19937(33)};
  int held = 0, lost = 0;
  for (int i = 0; i < 3000; ++i) {
    const Game g = any_game(dice);
    const Scene s = any_scene(g, dice, 17);
    Weak<1> one(g);
    Weak<2> two(g);
    struct {
      Bits<2> stones[2];
      int to_move;
    } wide{{{{s.stones[maker].word[0]}}, {{s.stones[breaker].word[0]}}}, s.to_move};
    const auto start = one.game.from(s, maker);
    const auto other = two.game.from(wide, maker);
    CHECK(start.over() == other.over());
    if (start.over()) continue;
    const ProofNumbers a = one.search.search(start, start.to_move == maker);
    const ProofNumbers b = two.search.search(other, other.to_move == maker);
    CHECK(one.game.held(start, a) == two.game.held(other, b) && a.settled() && b.settled());
    (one.game.held(start, a) ? held : lost) += 1;
  }
  CHECK(held > 100 && lost > 100);
}
