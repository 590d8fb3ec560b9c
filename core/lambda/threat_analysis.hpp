// ThreatAnalysis: what a lambda search finds in a position without its table: sequences of fours, threats, and their
// zones.
#pragma once
#include <vector>

#include "lambda/hitting_set.hpp"
#include "threat/line_fours.hpp"

namespace kinrow {

template <class Shape>
class ThreatAnalysis {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;

  explicit ThreatAnalysis(const LineTables<Shape>& t) : t_(t), vcf_(t, most_positions), hitting_(t) {}

  // A win of the side to move by fours on these cells and by this ply, by lines that do not leave the window; empty if
  // none was found. zone_of() gives its zone, if possible one within `within`.
  std::vector<int> forced(State s, const Cells& cells, int by_ply = Game::any_ply) {
    s.dead[s.to_move] |= t_.leaving;
    return vcf_.moves(s, cells, by_ply);
  }
  Cells zone_of(const State& s, const std::vector<int>& moves, int order, const Cells& within) const {
    std::vector<ThreatStage<Shape>> stages;
    Cells zone = hitting_.sequence(s, moves, order, stages);
    return hitting_.extend(stages, Cells{}, within, zone) ? zone : s.everything(t_);
  }
  // A cell that completes a line of the attacker's, and the zone of that win; -1 if there is none.
  int at_once(const State& s, int attacker, int order, const Cells& within, Cells& zone) const {
    const Lines mine = s.with(t_, attacker, t_.rules.k - 1);
    if (mine.none()) return -1;
    zone = t_.cells[mine.lowest()] & s.empty(t_);
    const int cell = zone.lowest();
    extend(s, hitting_.dangers(s, attacker ^ 1, 1, order), 1, within, zone);
    return cell;
  }
  // The defender is to move: if the attacker threatens to complete lines, the only answer, or -1 if there is none.
  // `zone` receives the gaps of those threats that leave no other answer; it stays empty if there are no threats.
  int only_answer(const State& s, int attacker, Cells& zone) const {
    const Cells answers = s.meeting(t_, s.with(t_, attacker, t_.rules.k - 1), zone);
    return zone.any() && answers.any() ? answers.lowest() : -1;
  }
  // Extends the zone of threats so that the defender completes no line first; lines through the answer are left to the
  // tree below. If a line has too few cells for that, the zone becomes LineState::everything().
  void guard(const State& s, int attacker, int order, int answer, const Cells& within, Cells& zone) const {
    Lines lines = hitting_.dangers(s, attacker ^ 1, 2, order);
    if (answer >= 0) lines -= t_.through[answer];
    extend(s, lines, 2, within, zone);
  }
  // The moves that may be in time if the opponent threatens to win by fours: those that interfere, and the mover's own
  // fours. All moves if he does not.
  Cells timely(const State& s) {
    const Cells parry = s.completing(t_, s.to_move ^ 1);
    if (parry.any()) return parry & s.empty(t_);
    State idle = s;
    idle.to_move ^= 1;
    idle.dead[idle.to_move] |= t_.leaving;
    const auto moves = forced(idle, idle.empty(t_));
    if (moves.empty()) return s.empty(t_);
    std::vector<ThreatStage<Shape>> stages;
    return (hitting_.sequence(idle, moves, 0, stages) & s.empty(t_)) |
           (s.gaps(t_, s.with(t_, s.to_move, t_.rules.k - 2)) & s.empty(t_));
  }

 private:
  static constexpr int most_positions = 100;  // per forced sequence; more take longer than they save

  void extend(const State& s, const Lines& lines, int need, const Cells& within, Cells& zone) const {
    const ThreatStage<Shape> stage{lines, s.empty(t_), need};
    if (!hitting_.extend({&stage, 1}, Cells{}, within, zone)) zone |= s.everything(t_);
  }

  const LineTables<Shape>& t_;
  Vcf<FoursByPromise<Shape>> vcf_;
  HittingSet<Shape> hitting_;
};

}  // namespace kinrow
