// LeafEvaluator: the first proof numbers of a position in a lambda search: from the table, from threats, or from the
// win estimate.
#pragma once
#include "dfpn/meter.hpp"
#include "lambda/confined_table.hpp"
#include "lambda/exponential.hpp"
#include "lambda/lambda_keys.hpp"
#include "lambda/threat_analysis.hpp"
#include "lambda/win_estimator.hpp"

namespace kinrow {

template <class Shape>
class LeafEvaluator {
 public:
  using Cells = typename Shape::Cells;
  using State = LineState<Shape>;
  using Entry = ZoneEntry<Cells>;

  LeafEvaluator(const LineTables<Shape>& t, ConfinedTable<Cells>& table, Meter& meter)
      : t_(t), keys_(t), threats_(t), estimate_(t), table_(table), meter_(meter) {}

  // Added to a node's proof number while the win after a pass is open. It stands for the defender's answers, which are
  // unknown until then. Measured: docs/experiments/lambda-search.md.
  static constexpr std::uint32_t unseen = 120;

  // From now on the query is whether `side` wins by trees up to this order.
  void begin(int side, int max_order) {
    side_ = side;
    max_order_ = max_order;
  }
  int side() const { return side_; }
  int max_order() const { return max_order_; }

  const LambdaKeys<Shape>& keys() const { return keys_; }
  ThreatAnalysis<Shape>& threats() { return threats_; }
  ZoneKey key(const State& s, int order) const { return keys_.key(s, side_, order, max_order_); }
  // The key of the position after a stone on this cell.
  ZoneKey key_after(const ZoneKey& key, int to_move, int order, int cell) const {
    return key ^ query(order, to_move) ^ query(order, to_move ^ 1) ^ keys_.stone(to_move, cell);
  }
  static Entry entry(ProofNumbers n, int move = -1, Cells zone = {}) { return {{}, n, move, 0, zone}; }

  Entry operator()(const State& s, int order) {
    const ZoneKey k = key(s, order);
    prefetch(s, order, k);
    if (const auto e = table_.find(k)) return *e;
    Entry e = with_fewer(s, order, k);
    if (!e.numbers.proven()) e = s.to_move == side_ ? attackers_leaf(s, order) : defenders_leaf(s, order);
    if (!table_.allows(e, order)) e = entry(ProofNumbers::no());
    e.key = k;
    table_.store(e);
    return e;
  }
  // The win of this position without one of the defender's stones, if that tree tolerates the stone.
  Entry with_fewer(const State& s, int order, const ZoneKey& k) const {
    if (order >= max_order_) return {};
    const ZoneKey more = one_more(k, s.to_move, order);
    for (Cells rest = s.stones[defender()]; rest.any();) {
      const int cell = rest.pop();
      const auto e = table_.find_win(more ^ keys_.stone(defender(), cell));
      if (e && table_.allows(*e, order) && !e->zone.test(cell)) return {k, e->numbers, e->move, e->work, e->zone};
    }
    return {};
  }

 private:
  // Scales of the estimates in a leaf's numbers. Measured: docs/experiments/lambda-search.md.
  static constexpr int proof_scale = 16, disproof_scale = 2, answer_scale = 8;

  int defender() const { return side_ ^ 1; }
  ZoneKey query(int order, int to_move) const { return LambdaKeys<Shape>::query(to_move, side_, order, max_order_); }
  // The key of the same position at one order more.
  ZoneKey one_more(const ZoneKey& k, int to_move, int order) const {
    return k ^ query(order, to_move) ^ query(order + 1, to_move);
  }
  // Begins to load what an evaluation looks up first: the entry of the position, and those of with_fewer().
  void prefetch(const State& s, int order, const ZoneKey& k) const {
    table_.prefetch(k);
    if (order >= max_order_) return;
    const ZoneKey more = one_more(k, s.to_move, order);
    s.stones[defender()].each([&](int cell) { table_.prefetch_win(more ^ keys_.stone(defender(), cell)); });
  }
  // The attacker is to move.
  Entry attackers_leaf(const State& s, int order) {
    meter_.count();
    if (s.over() || s.plies_left(t_, order) < 1) return entry(ProofNumbers::no());
    Cells zone;
    if (const int cell = threats_.at_once(s, side_, order, table_.within(order), zone); cell >= 0)
      return entry(ProofNumbers::yes(), cell, zone);
    const Cells parry = s.completing(t_, defender());
    if (parry.count() > 1 || parry.meets(t_.beyond)) return entry(ProofNumbers::no());
    if (const auto moves = threats_.forced(s, table_.within(order), t_.by_ply - order); !moves.empty()) {
      const Entry e = entry(ProofNumbers::yes(), moves[0], threats_.zone_of(s, moves, order, table_.within(order)));
      if (table_.allows(e, order)) return e;
    }
    if (order == max_order_) return entry(ProofNumbers::no());
    if (parry.any()) return entry({2, 2});
    const int odds = estimate_(s, side_, max_order_ - order);
    return entry({1 + scaled(proof_scale, -odds), 1 + scaled(disproof_scale, odds / 2)});
  }
  static std::uint32_t scaled(int n, int logarithm) { return static_cast<std::uint32_t>(n * exponential(logarithm)); }
  // The defender is to move.
  Entry defenders_leaf(const State& s, int order) {
    meter_.count();
    if (s.line_by == side_) return entry(s.plies_left(t_, order) < 0 ? ProofNumbers::no() : ProofNumbers::yes());
    if (s.over() || s.with(t_, defender(), t_.rules.k - 1).any()) return entry(ProofNumbers::no());
    if (keys_.tries_every_answer(s, side_)) return entry({unseen, 2});
    Cells zone;
    if (threats_.only_answer(s, side_, zone) >= 0) return entry({1, 1});
    if (zone.any()) {
      if (s.plies_left(t_, order) < 2) return entry(ProofNumbers::no());
      threats_.guard(s, side_, order, -1, table_.within(order), zone);
      return entry(ProofNumbers::yes(), -1, zone);
    }
    if (order == max_order_ || !threats_.forced(s, s.empty(t_)).empty()) return entry(ProofNumbers::no());
    const Entry idle = (*this)(keys_.after(s, pass, order), order + 1);
    if (idle.numbers.disproven()) return entry(ProofNumbers::no());
    if (!idle.numbers.proven()) return entry({idle.numbers.proof + unseen, idle.numbers.disproof});
    const auto cells = static_cast<std::uint32_t>(idle.zone.count());
    return entry({2 + cells / 4 + scaled(answer_scale, -estimate_(s, side_, max_order_ - order)), 2});
  }

  const LineTables<Shape>& t_;
  LambdaKeys<Shape> keys_;
  ThreatAnalysis<Shape> threats_;
  WinEstimator<Shape> estimate_;
  ConfinedTable<Cells>& table_;
  Meter& meter_;
  int side_ = X, max_order_ = 0;
};

}  // namespace kinrow
