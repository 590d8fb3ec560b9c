// MultiStoneThreats: wins by threats in games with several stones per turn. After each of the attacker's turns the
// defender needs all stones of his turn to stop the lines that would be completed next, until they are too few.
// (Threat-space search, Allis 1994; "double threats" of Connect6, I-Chen Wu and Huang 2005.)
//
// Sound: all answers that do not lose at once are tried. Not complete: a turn that leaves the defender a stone to spare
// counts as a failure. Like vcf.hpp for single stones, this has a small budget and remembers nothing;
// dfpn/threat_game.hpp looks for the same wins with a table.
#pragma once
#include <algorithm>
#include <array>
#include <cassert>

#include "game/line_state.hpp"
#include "game/moves.hpp"
#include "system/time_control.hpp"

namespace kinrow {

template <class Shape>
class MultiStoneThreats {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;
  using Tables = LineTables<Shape>;

  // `time`: counts the stones tried, and ends the search; may be null.
  MultiStoneThreats(const Tables& t, int budget, TimeControl* time = nullptr) : t_(t), budget_(budget), time_(time) {}

  // A lower bound on the score of a win for the side to move, which cannot complete a line in this turn; 0 if no win
  // was found.
  int win(const State& s) {
    assert(s.missing(t_, s.to_move) > s.left);
    steps_ = 0;
    return attack(s);
  }
  int first_stone() const { return stone_; }             // of the win that was found last
  bool over_budget() const { return steps_ > budget_; }  // so that a search with a larger one may find a win

  static Lines threats(const Tables& t, const State& s, int side) { return s.within(t, side, t.rules.stones); }
  // Whether the defender can stop these lines with one stone fewer than he has.
  static bool spares(const Tables& t, const Cells& empty, const Lines& lines, int stones) {
    return State::stoppable(t, empty, lines, stones - 1);
  }
  // The cells worth a stone of the attacker's; all empty cells if the threats made so far are enough.
  static Cells worth(const Tables& t, const State& s) {
    const int me = s.to_move, p = t.rules.stones;
    const Cells empty = s.empty(t);
    const Lines made = threats(t, s, me);
    if (!spares(t, empty, made, p)) return empty;
    if (s.left > 1) return s.gaps(t, s.within(t, me, p + s.left));
    const Lines nearly = s.with(t, me, t.rules.k - p - 1);
    Cells moves;
    for (Cells rest = s.gaps(t, nearly); rest.any();) {
      const int cell = rest.pop();
      const Lines lines = (made | (nearly & t.through[cell])) - t.extending[cell];
      if (!spares(t, empty - Cells::one(cell), lines, p)) moves.set(cell);
    }
    return moves;
  }

 private:
  static constexpr int most_moves = 8;      // tried per stone; set by hand
  static constexpr int no_score = 1 << 20;  // above every score
  static constexpr int most_shift = 20;     // of a line's weight, so that sums over the lines of a cell fit

  int attack(const State& s) {
    MoveList list;
    list.add_all(moves(s));
    score_moves(s, list);
    for (int i = 0; i < std::min(list.size, most_moves); ++i) {
      if (++steps_ > budget_ || (time_ != nullptr && time_->spend())) return 0;
      State next = s;
      const int cell = list.best_from(i);
      next.play(t_, cell);
      if (next.over()) continue;
      if (const int score = next.to_move == s.to_move ? attack(next) : defend(next)) {
        stone_ = cell;
        return score;
      }
    }
    return 0;
  }
  // The cells worth a stone that also stop what the defender would complete.
  Cells moves(const State& s) const {
    const Lines against = threats(t_, s, s.to_move ^ 1);
    if (against.none()) return worth(t_, s);
    if (!State::stoppable(t_, s.empty(t_), against, s.left)) return {};
    return s.left == 1 ? stopping(s, against) & worth(t_, s) : stopping(s, against);
  }
  // With one stone left, the moves that meet all these lines. With more, the moves that meet the first line: one stone
  // of the turn must, and it may come first.
  Cells stopping(const State& s, const Lines& lines) const {
    Cells used;
    return s.left == 1 ? s.meeting(t_, lines, used) : t_.cells[lines.lowest()] & s.empty(t_);
  }
  void score_moves(const State& s, MoveList& list) const {
    std::array<int, most_cells> sums{};
    for (int n = std::max(t_.rules.k - t_.rules.stones - s.left, 1); n < t_.rules.k; ++n)
      s.with(t_, s.to_move, n).each([&](int line) {
        for (const short cell : t_.members(line)) sums[cell] += 1 << std::min(2 * n, most_shift);
      });
    for (int i = 0; i < list.size; ++i) list.at[i].score = sums[list.at[i].cell];
  }
  // The defender is to move: a lower bound on the attacker's score whatever the defender plays; 0 if he may hold.
  int defend(const State& s) {
    const int me = s.to_move;
    if (s.missing(t_, me) <= s.left) return 0;
    const Lines lines = threats(t_, s, me ^ 1);
    const Cells empty = s.empty(t_);
    if (!State::stoppable(t_, empty, lines, s.left)) return std::max(s.empties - s.left - t_.rules.stones + 1, 1);
    if (spares(t_, empty, lines, s.left)) return 0;
    int least = no_score;
    for (Cells rest = stopping(s, lines); rest.any();) {
      State next = s;
      next.play(t_, rest.pop());
      if (next.over()) return 0;
      const int score = next.to_move == me ? defend(next) : attack(next);
      if (score == 0) return 0;
      least = std::min(least, score);
    }
    return least;
  }

  const Tables& t_;
  int budget_, steps_ = 0, stone_ = -1;
  TimeControl* time_;
};

}  // namespace kinrow
