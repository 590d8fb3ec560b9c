// Two policies of Vcf on line states: fours in the order of the lines, for leaf tests; the most promising first, for
// proofs.
#pragma once
#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "game/line_state.hpp"
#include "system/hashing.hpp"
#include "threat/vcf.hpp"

namespace kinrow {

// Fours in the order of the lines; nothing is remembered. For small budgets, which see the end of a game some plies
// before a search does. A position is one of the strong game or of the weak one (breaker/weak_state.hpp).
template <class Shape, class GameState = LineState<Shape>>
class FoursInOrder {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using Position = GameState;
  struct Four {
    int cell = -1;
  };
  struct Fours {
    Lines lines;  // still to be tried
    Cells gap;    // cells of the current line, still to be tried
    Cells parry;  // the defender's four, if he has one
  };

  FoursInOrder(const LineTables<Shape>& t, int budget) : t_(t), budget_(budget) {}

  void begin() { steps_ = 0; }
  // A cell on two lines that lack two stones: a stone there leaves two cells that complete a line. Seen before any four
  // is followed, so that wins are shorter, and found within smaller budgets. Not in games in which a stone can spoil
  // its own line, or a stone elsewhere stops it.
  int winning(const Position& p) const {
    if (!plain || t_.rules.exact || t_.rules.k < 2) return -1;
    const Cells parry = p.completing(t_, p.to_move ^ 1);
    if (parry.count() > 1) return -1;
    const Lines all = p.with(t_, p.to_move, t_.rules.k - 2);
    Cells seen;
    for (Lines lines = all; lines.any();) {
      const Cells gap = t_.cells[lines.pop()] & p.empty(t_);
      Cells twice = parry.any() ? seen & gap & parry : seen & gap;
      while (twice.any())  // perhaps on lines with the same gap
        if (const int cell = twice.pop(); p.gaps(t_, all & t_.through[cell]).count() > 2) return cell;
      seen |= gap;
    }
    return -1;
  }
  Fours fours(const Position& p) const {
    if (t_.rules.k < 2) return {};
    assert(p.completing(t_, p.to_move).none());
    if constexpr (Shape::caro) return fours_if_stopped(p);
    Fours all{{}, {}, p.completing(t_, p.to_move ^ 1)};
    if (all.parry.count() < 2) all.lines = p.with(t_, p.to_move, t_.rules.k - 2);
    return all;
  }
  bool next(const Position& p, Fours& fours, Four& four) const {
    do {
      while (fours.gap.none()) {
        if (fours.lines.none()) return false;
        fours.gap = t_.cells[fours.lines.pop()] & p.empty(t_);
        if (fours.parry.any()) fours.gap &= fours.parry;
      }
      four.cell = fours.gap.pop();
    } while (barred(p, four.cell));
    return true;
  }
  bool enter(const Position&, const Four&) { return ++steps_ <= budget_; }
  bool over_budget() const { return steps_ > budget_; }
  void failed(const Position&, const Fours&) const {}

  Position after(const Position& p, const Four& four) const {
    Position next = p;
    put(next, four.cell);
    return next;
  }
  Completing completing(const Position& p) const {
    if constexpr (Shape::renju || Shape::caro) return completing_despite_answers(p);
    const Cells cells = p.completing(t_, p.to_move ^ 1);
    return {cells.count(), cells.any() ? cells.lowest() : -1};
  }
  void answer(Position& p, int cell) const { put(p, cell); }

  // See Vcf::after_pass.
  Cells zone(Position p, const std::vector<int>& moves) const {
    Cells zone;
    for (const int cell : moves) {
      put(p, cell);
      const Cells wins = p.completing(t_, p.to_move ^ 1);
      zone.set(cell);
      zone |= wins | p.gaps(t_, p.with(t_, p.to_move, t_.rules.k - 2));
      put(p, wins.lowest());
    }
    return zone;
  }

 private:
  static constexpr bool plain = !Shape::renju && !Shape::caro;

  // Fours and their answers complete no line, so there is nothing to look for.
  void put(Position& p, int cell) const {
    if constexpr (plain && requires { p.place(t_, p.to_move, cell); }) {
      p.place(t_, p.to_move, cell);
      p.to_move ^= 1;
    } else {
      p.play(t_, cell);
    }
  }
  bool barred(const Position& p, int cell) const {
    if constexpr (Shape::renju)
      return forbidden(p, cell);
    else
      return false;
  }
  bool forbidden(const Position& p, int cell) const {
    return t_.stone_rules.ban(p.to_move) && t_.stone_rules.forbids(signs_of(p.stones), cell);
  }
  // Caro: a line may be stopped on several cells.
  Fours fours_if_stopped(const Position& p) const {
    Fours all;
    if (const Lines against = p.with(t_, p.to_move ^ 1, t_.rules.k - 1); against.any()) {
      all.parry = p.stopping_all(t_, p.to_move ^ 1, against);
      if (all.parry.none()) return all;
    }
    all.lines = p.with(t_, p.to_move, t_.rules.k - 2);
    return all;
  }
  // Counts by the defender's answers: if he has none, that is as good as two cells that complete a line; if he has
  // several, none is forced, so it is not a four.
  Completing completing_despite_answers(const Position& p) const {
    const Lines lines = p.with(t_, p.to_move ^ 1, t_.rules.k - 1);
    if (lines.none() || p.over()) return {0, -1};
    Cells answers = p.stopping_all(t_, p.to_move ^ 1, lines);
    for (Cells rest = Shape::renju ? answers : Cells{}; rest.any();)
      if (const int cell = rest.pop(); forbidden(p, cell)) answers.reset(cell);
    if (answers.none()) return {2, -1};
    return answers.count() == 1 ? Completing{1, answers.lowest()} : Completing{0, -1};
  }

  const LineTables<Shape>& t_;
  int budget_, steps_ = 0;
};

// First the cells on two lines that lack two stones, because they win at once; then those that extend the most other
// lines. Each position is searched once, whatever the order of the moves that led to it.
template <class Shape>
class FoursByPromise {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  struct Position {
    Position(const LineState<Shape>& s) : state(s) {}
    LineState<Shape> state;
    std::uint64_t key = 0;  // of the stones placed since the start
  };
  struct Four {
    int cell, answer;
    int growth;  // lines that will lack two stones; `wins` if it leaves two cells that complete a line
  };
  struct Fours {
    static constexpr int most = 40;  // more are ignored: the search is not complete anyway
    Four at[most];
    int size = 0, next = 0;
  };

  // `budget`: positions per search.
  FoursByPromise(const LineTables<Shape>& t, int budget)
      : t_(t), budget_(static_cast<std::size_t>(budget)), zobrist_(t.rules.size()) {}

  // All moves of both sides except the last must be on the cells allowed, and the win must come by this ply.
  void begin(const Cells& allowed, int by_ply = Game::any_ply) {
    seen_.clear();
    allowed_ = allowed;
    by_ply_ = by_ply;
  }
  static int winning(const Position&) { return -1; }
  Fours fours(const Position& p) const {
    Fours all;
    const LineState<Shape>& s = p.state;
    if (t_.rules.k < 2 || t_.rules.size() - s.empties + plies_of_four > by_ply_) return all;
    assert(s.completing(t_, s.to_move).none());
    const Cells parry = s.completing(t_, s.to_move ^ 1);
    if (parry.count() < 2) gather(s, parry.any() ? parry & allowed_ : allowed_, all);
    return all;
  }
  bool next(const Position&, Fours& fours, Four& four) const {
    if (fours.next == fours.size) return false;
    Four* const first = fours.at + fours.next++;
    std::swap(*first, *std::max_element(first, fours.at + fours.size,
                                        [](const Four& a, const Four& b) { return a.growth < b.growth; }));
    four = *first;
    return true;
  }
  bool enter(const Position& p, const Four& four) {
    if (four.growth == wins) return true;
    const int me = p.state.to_move;
    const std::uint64_t key = p.key ^ zobrist_(me, four.cell) ^ zobrist_(me ^ 1, four.answer);
    if (std::find(seen_.begin(), seen_.end(), key) != seen_.end()) return false;
    seen_.push_back(key);
    return true;
  }
  bool over_budget() const { return seen_.size() > budget_; }
  void failed(const Position&, const Fours&) const {}

  Position after(const Position& p, const Four& four) const {
    Position next = p;
    answer(next, four.cell);
    return next;
  }
  Completing completing(const Position& p) const {
    const Cells cells = p.state.completing(t_, p.state.to_move ^ 1);
    return {cells.count(), cells.any() ? cells.lowest() : -1};
  }
  void answer(Position& p, int cell) const {
    p.key ^= zobrist_(p.state.to_move, cell);
    p.state.play(t_, cell);
  }

 private:
  static constexpr int wins = 1 << 20;     // more than there are lines
  static constexpr int plies_of_four = 3;  // a four, its answer, and the stone that completes the line

  // Collects the fours on these cells, each once.
  void gather(const LineState<Shape>& s, const Cells& cells, Fours& all) const {
    const Lines growing = s.with(t_, s.to_move, t_.rules.k - 3);
    const Cells empty = s.empty(t_);
    s.with(t_, s.to_move, t_.rules.k - 2).each([&](int line) {
      if (all.size + 1 >= Fours::most) return;
      Cells gap = t_.cells[line] & empty;
      const int a = gap.pop(), b = gap.lowest();
      for (const auto& [cell, answer] : {std::pair{a, b}, {b, a}})
        if (cells.test(cell) && allowed_.test(answer)) add(cell, answer, growing, all);
    });
  }
  void add(int cell, int answer, const Lines& growing, Fours& all) const {
    Four* const end = all.at + all.size;
    Four* const known = std::find_if(all.at, end, [&](const Four& four) { return four.cell == cell; });
    if (known == end)
      all.at[all.size++] = {cell, answer, (growing & t_.through[cell]).count()};
    else if (known->answer != answer)
      known->growth = wins;
  }

  const LineTables<Shape>& t_;
  const std::size_t budget_;
  const Zobrist<std::uint64_t> zobrist_;
  std::vector<std::uint64_t> seen_;
  Cells allowed_;
  int by_ply_ = Game::any_ply;
};

}  // namespace kinrow
