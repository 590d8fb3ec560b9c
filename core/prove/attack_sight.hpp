// AttackSight: what an attack sees in a position without a table: forced sequences, threats, and the zones of both.
#pragma once
#include <vector>

#include "prove/forced.hpp"
#include "prove/hits.hpp"

namespace kinrow {

template <class Shape>
class AttackSight {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;

  explicit AttackSight(const LineTables<Shape>& t) : t_(t), forced_(t, 100), hits_(t) {}

  // A forced sequence of the side to move on these cells, none if none was found; its zone.
  std::vector<int> forced(const State& s, const Cells& cells) { return forced_.moves(s, cells); }
  Cells zone_of(const State& s, const std::vector<int>& moves, int order) const {
    std::vector<typename Hits<Shape>::Stage> stages;
    Cells zone = hits_.sequence(s, moves, order, stages);
    hits_.add(stages, Cells{}, zone);
    return zone;
  }
  // P's cell that completes a line, -1 if there is none, and the zone of that.
  int at_once(const State& s, int p, int order, Cells& zone) const {
    const Lines mine = s.with(t_, p, t_.rules.k - 1);
    if (mine.none()) return -1;
    zone = t_.cells[mine.lowest()] & s.empty(t_);
    const int cell = zone.lowest();
    hits_.add({{hits_.dangers(s, p ^ 1, 1, order), s.empty(t_), 1}}, Cells{}, zone);
    return cell;
  }
  // Where P threatens to complete a line and Q is to move: Q's only answer, -1 if there is none; `zone`: the threats
  // that count.
  int only_answer(const State& s, int p, Cells& zone) const {
    const Cells answers = s.meeting(t_, s.with(t_, p, t_.rules.k - 1), zone);
    return zone.any() && answers.any() ? answers.lowest() : -1;
  }
  // Adds to the zone of threats what keeps Q's lines from being completed first, but those through the answer.
  void guard(const State& s, int p, int order, int answer, Cells& zone) const {
    Lines lines = hits_.dangers(s, p ^ 1, 2, order);
    if (answer >= 0) lines -= t_.through[answer];
    hits_.add({{lines, s.empty(t_), 2}}, Cells{}, zone);
  }
  // The moves of the side to move that may be in time: those in the way of a forced sequence that the other side
  // threatens, and own threats; all if there is none.
  Cells timely(const State& s) {
    const Cells parry = s.completing(t_, s.to_move ^ 1);
    if (parry.any()) return parry;
    State idle = s;
    idle.to_move ^= 1;
    const auto moves = forced(idle, idle.empty(t_));
    if (moves.empty()) return s.empty(t_);
    std::vector<typename Hits<Shape>::Stage> stages;
    return (hits_.sequence(idle, moves, 0, stages) & s.empty(t_)) | s.gaps(t_, s.with(t_, s.to_move, t_.rules.k - 2));
  }

 private:
  const LineTables<Shape>& t_;
  Forced<Shape> forced_;
  Hits<Shape> hits_;
};

}  // namespace kinrow
