// AttackLook: what a position in an attack is worth before anything is searched, from the table or from its look.
#pragma once
#include <algorithm>
#include <cmath>

#include "prove/attack_choice.hpp"
#include "prove/attack_memory.hpp"
#include "prove/attack_odds.hpp"
#include "prove/attack_positions.hpp"
#include "prove/attack_sight.hpp"
#include "solve/shared.hpp"

namespace kinrow {

template <class Shape>
class AttackLook {
 public:
  using Cells = typename Shape::Cells;
  using State = LineState<Shape>;
  using Entry = AttackEntry<Cells>;

  AttackLook(const LineTables<Shape>& t, AttackMemory<Cells>& memory, Shared& shared)
      : t_(t), positions_(t), sight_(t), odds_(t), memory_(memory), shared_(shared) {}

  // From now on whether `side` wins by trees up to the order `last`.
  void begin(int side, int last) {
    me_ = side;
    last_ = last;
    looked_ = 0;
  }
  void end() { shared_.nodes += looked_ & (told_each - 1); }
  int side() const { return me_; }
  int last() const { return last_; }
  std::uint64_t looked() const { return looked_; }  // positions

  const AttackPositions<Shape>& positions() const { return positions_; }
  AttackSight<Shape>& sight() { return sight_; }
  std::uint64_t key(const State& s, int order) const { return positions_.key(s, me_, order, last_); }
  // Of the position after this move.
  std::uint64_t key_after(std::uint64_t key, int to_move, int order, int cell) const {
    key ^= question(order, to_move) ^ question(AttackPositions<Shape>::order_after(order, cell), to_move ^ 1);
    return cell == pass ? key : key ^ positions_.name(to_move, cell);
  }
  static Entry tell(Numbers n, int move = -1, Cells zone = {}) { return {0, n, move, 0, zone}; }

  Entry operator()(const State& s, int order) {
    const std::uint64_t name = key(s, order);
    if (const auto e = memory_.find(name)) return *e;
    Entry e = borne(s, order, name);
    if (!e.numbers.proven()) e = s.to_move == me_ ? look(s, order) : look_at_answers(s, order);
    if (!memory_.allows(e)) e = tell(Numbers::no());
    e.key = name;
    memory_.store(e);
    return e;
  }

 private:
  static constexpr std::uint64_t told_each = 1024;

  int other() const { return me_ ^ 1; }
  std::uint64_t question(int order, int to_move) const {
    return AttackPositions<Shape>::question(to_move, me_, order, last_);
  }
  void count() {
    if ((++looked_ & (told_each - 1)) == 0) shared_.nodes += told_each;
  }
  // Won as a position that lacks one of Q's stones is, by a tree that bears this one too.
  Entry borne(const State& s, int order, std::uint64_t name) const {
    if (order >= last_) return {};
    const std::uint64_t more = name ^ question(order, s.to_move) ^ question(order + 1, s.to_move);
    for (Cells rest = s.stones[other()]; rest.any();) memory_.prefetch(more ^ positions_.name(other(), rest.pop()));
    for (Cells rest = s.stones[other()]; rest.any();) {
      const int cell = rest.pop();
      const auto e = memory_.find(more ^ positions_.name(other(), cell));
      if (e && e->numbers.proven() && !e->zone.test(cell)) return tell(e->numbers, e->move, e->zone);
    }
    return {};
  }
  // With P to move.
  Entry look(const State& s, int order) {
    count();
    if (s.over()) return tell(Numbers::no());
    Cells zone;
    if (const int cell = sight_.at_once(s, me_, order, zone); cell >= 0) return tell(Numbers::yes(), cell, zone);
    const Cells parry = s.completing(t_, other());
    if (parry.count() > 1) return tell(Numbers::no());
    if (const auto moves = sight_.forced(s, memory_.within()); !moves.empty()) {
      const Entry e = tell(Numbers::yes(), moves[0], sight_.zone_of(s, moves, order));
      if (memory_.allows(e)) return e;
    }
    if (order == last_) return tell(Numbers::no());
    if (parry.any()) return tell({2, 2});
    const double odds = odds_(s, me_, last_ - order);
    return tell({1 + scaled(16, -odds), 1 + scaled(2, odds / 2)});
  }
  static std::uint32_t scaled(double n, double logarithm) {
    return static_cast<std::uint32_t>(n * std::exp(std::min(6.0, logarithm)));
  }
  // With Q to move.
  Entry look_at_answers(const State& s, int order) {
    count();
    if (s.line_by == me_) return tell(Numbers::yes());
    if (s.over() || s.with(t_, other(), t_.rules.k - 1).any()) return tell(Numbers::no());
    if (AttackPositions<Shape>::bare(s, me_)) return tell({AttackChoice::unseen, 2});
    Cells zone;
    if (sight_.only_answer(s, me_, zone) >= 0) return tell({1, 1});
    if (zone.any()) {
      sight_.guard(s, me_, order, -1, zone);
      return tell(Numbers::yes(), -1, zone);
    }
    if (order == last_ || !sight_.forced(s, s.empty(t_)).empty()) return tell(Numbers::no());
    const Entry idle = (*this)(positions_.after(s, pass), order + 1);
    if (idle.numbers.disproven()) return tell(Numbers::no());
    if (!idle.numbers.proven()) return tell({idle.numbers.phi + AttackChoice::unseen, idle.numbers.delta});
    const auto cells = static_cast<std::uint32_t>(idle.zone.count());
    return tell({2 + cells / 4 + scaled(8, -odds_(s, me_, last_ - order)), 2});
  }

  const LineTables<Shape>& t_;
  AttackPositions<Shape> positions_;
  AttackSight<Shape> sight_;
  AttackOdds<Shape> odds_;
  AttackMemory<Cells>& memory_;
  Shared& shared_;
  int me_ = X, last_ = 0;
  std::uint64_t looked_ = 0;
};

}  // namespace kinrow
