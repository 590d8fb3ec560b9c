// LineEvaluator: scores and moves by the lines still open to each side, and wins by threats, for games with several
// stones per turn, and others in which a line wins but that have no patterns.
//
// A side threatens a line that it completes with the stones of one turn. The defender has to stop all such lines: if
// his stones cannot, he loses, and otherwise only moves that leave him able to are worth a look. Wins by threats
// (threat/multi_stone_threats.hpp) are looked for in the tree and at its leaves.
#pragma once
#include <algorithm>
#include <array>
#include <optional>

#include "play/engine.hpp"
#include "play/line_board.hpp"
#include "play/line_widths.hpp"
#include "system/time_control.hpp"
#include "threat/multi_stone_threats.hpp"
#include "threat/threat_cache.hpp"

namespace kinrow {

template <class Shape>
class LineEvaluator : public LineWidths {
 public:
  using Position = LineBoard<Shape>;
  using State = LineState<Shape>;
  using Lines = typename Shape::Lines;
  using Cells = typename Shape::Cells;

  struct Tables {
    Tables(const Game& game, const EngineWeights&) : board(game) {
      for (int n = 0, value = 1, order = 1; n <= game.rules.k; ++n) {
        worth.push_back(value);
        promise.push_back(order);
        if (value < most_worth) value *= 4, order *= 3;
      }
    }
    LineBoardTables<Shape> board;
    // Of a line, by its stones: what it adds to the value of a position, and to the order of moves. Set by hand, and by
    // matches: docs/experiments/engine.md.
    std::vector<int> worth, promise;
  };

  LineEvaluator(const Tables& tables, const Board& board, TimeControl& time, ThreatCache&)
      : t_(tables), b_(tables.board, board), time_(time) {}
  Position& board() { return b_; }

  std::optional<int> immediate_score(int ply) const {
    const State& s = b_.state();
    if (s.line_by >= 0) return s.line_by == s.to_move ? sure_win - ply : -(sure_win - ply);
    if (s.over()) return 0;
    const auto& t = b_.tables();
    if (const int missing = s.missing(t, s.to_move); missing <= s.left) return sure_win - ply - missing;
    const Lines& against = b_.threats();
    if (against.none() || State::stoppable(t, s.empty(t), against, s.left)) return std::nullopt;
    return -(sure_win - ply - s.left - std::min(s.missing(t, s.to_move ^ 1), t.rules.stones));
  }
  // The first stone of a win by threats for the side to move, with more and more stones tried; -1 if none was found.
  int winning_stone() {
    if (immediate_score(0)) return -1;
    for (int budget = inner_budget; budget <= root_budget && !time_.over(); budget *= budget_growth) {
      MultiStoneThreats<Shape> threats(b_.tables(), budget, &time_);
      if (threats.win(b_.state()) > 0) return threats.first_stone();
      if (!threats.over_budget()) break;
    }
    return -1;
  }
  // The stones of the shortest win that `immediate_score` does not see, in the next turn.
  int shortest_win() const { return b_.left() + b_.rules().stones + 1; }
  bool must_answer() const { return b_.threats().any(); }
  std::optional<int> forced_win(int ply, int depth) {
    return win_by_threats(ply, depth > shallow ? inner_budget : shallow_budget);
  }
  std::optional<int> quiet_score(int depth, int) const {
    return depth > deepest_quiet ? std::nullopt : std::optional(estimate() - quiet_margin * depth);
  }
  int evaluate(int ply, int, int beta) {
    const int now = estimate();
    return now >= beta ? now : win_by_threats(ply, leaf_budget).value_or(now);
  }
  void generate(MoveList& list, int depth) const {
    const State& s = b_.state();
    const auto& t = b_.tables();
    Cells moves = b_.threats().any() ? stopping(b_.threats()) : Cells{};
    if (moves.none()) moves = considers_all(b_) ? s.empty(t) : b_.near();
    list.add_all(moves | s.gaps(t, s.within(t, s.to_move, s.left)));
    score_moves(list);
    keep_best(list, b_.empties(), depth, {root_width, inner_width, shallow_width});
  }

 private:
  // The cells from which the stones left can stop all of these lines. With more than one left, some stone must stop the
  // first line, and it may come first.
  Cells stopping(const Lines& lines) const {
    const State& s = b_.state();
    const auto& t = b_.tables();
    Cells found;
    for (Cells rest = t.cells[lines.lowest()] & s.empty(t); rest.any();)
      if (const int cell = rest.pop(); State::stoppable(t, s.empty(t), lines - t.through[cell], s.left - 1))
        found.set(cell);
    return found;
  }
  int estimate() const { return std::clamp(balance(), -largest_estimate, largest_estimate); }
  // For the side to move, in hundredths of a nat of log-odds, like the weights of patterns.
  int balance() const {
    const State& s = b_.state();
    const auto& t = b_.tables();
    int sum = 0;
    for (int n = 1; n < t.rules.k; ++n)
      sum += t_.worth[n] * (s.with(t, s.to_move, n).count() - s.with(t, s.to_move ^ 1, n).count());
    return sum / worth_of_unit + worth_of_stone_left * (s.left - 1);
  }
  // What the lines through a cell promise to the side that takes it; its own lines count a little more.
  void score_moves(MoveList& list) const {
    const State& s = b_.state();
    const auto& t = b_.tables();
    std::array<int, most_cells> sums{};
    for (int n = b_.plies() == 0 ? 0 : 1; n < t.rules.k; ++n) {
      add_promise(s.with(t, s.to_move, n), static_cast<int>(own_share * t_.promise[n]), sums);
      add_promise(s.with(t, s.to_move ^ 1, n), static_cast<int>(other_share * t_.promise[n]), sums);
    }
    for (int i = 0; i < list.size; ++i) list.at[i].score = sums[list.at[i].cell];
  }
  void add_promise(const Lines& lines, int promise, std::array<int, most_cells>& sums) const {
    lines.each([&](int line) {
      for (const short cell : b_.tables().members(line)) sums[cell] += promise;
    });
  }
  std::optional<int> win_by_threats(int ply, int budget) const {
    const State& s = b_.state();
    if (s.left < b_.rules().stones) return std::nullopt;
    if (MultiStoneThreats<Shape>(b_.tables(), budget, &time_).win(s) == 0) return std::nullopt;
    return sure_win - ply - shortest_win();
  }

  static constexpr int most_worth = 100'000;  // of a line
  static constexpr int worth_of_unit = 3;     // by a fit to games of Connect6: docs/experiments/engine.md

  const Tables& t_;
  Position b_;
  TimeControl& time_;
};

}  // namespace kinrow
