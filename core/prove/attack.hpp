// Attack: whether one side P wins a line game by keeping the initiative; proof-number search that finds wins, no more.
//
// It is for boards on which a search of all moves drowns: where P's quiet moves have two hundred answers of which ten
// matter. Which ones, a null move tells (Allis's threat-space search 1994; Thomsen's lambda search 2000; Wu and Lin's
// relevance zones 2010): P must win if Q passes, and the zone of that win holds every answer that can disturb it. A
// stone of Q's outside is one that the win bears, so trees have an order: how many such stones. Why zones hold, and
// what they need: docs/proof-format.md, which says of each letter here too what its zone is.
//
// A tree of the order `last` is a forced sequence (V), one of the order before threatens one with each move, and so on.
// P's moves are the likeliest few. So a loss here means nothing: only wins are told.
//
// Where to look next goes by how likely a win is from the look of a position, see attack_eye.hpp. Positions looked at
// for (15,15,5) with four stones on the board, geometric mean of seven: 995 k with a count of lines in its place, 319 k
// with it, 222 k with a bias of 24 instead of 48 from one of P's moves to the next, 115 k with 6. A new fit to what was
// then looked at: 416 k for 253 k. Answers not yet seen while P must win after the pass count as 120: 20, 451 k for 319
// k; 300, no difference. 20 moves for 10 where a quiet one will do: half as much again. Looking for a tree with one of
// Q's stones less: 231 k for 271 k with four stones, a twentieth of the positions for most of the answers with three.
// Wins at once that bear a stone more, so that they rule other answers out: a third of the answers fall away, but
// larger zones want as many more.
#pragma once
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "prove/attack_choice.hpp"
#include "prove/attack_eye.hpp"
#include "prove/forced.hpp"
#include "prove/hits.hpp"
#include "solve/shared.hpp"

namespace kinrow {

template <class Shape>
class Attack {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;
  using Entry = AttackEntry<Cells>;
  using Child = AttackChild<Cells>;
  static constexpr int deepest = 3;  // a useful last order

  // Ends early, as if it had looked at all that it may, where `stop` or `enough` is set. `alone`: on that table.
  Attack(const LineTables<Shape>& t, AttackTable<Cells>& table, Shared& shared, UnderWay& under_way,
         const std::atomic<bool>& enough, bool alone)
      : t_(t), eye_(t), forced_(t, 100), hits_(t), table_(table), shared_(shared), under_way_(under_way),
        enough_(enough), alone_(alone) {
    std::mt19937_64 random(1);
    for (auto& side : names_) side.resize(t.rules.size());
    for (auto& side : names_)
      for (auto& name : side) name = random();
  }

  // Whether `side` wins by a tree of this order, as far as looking at so many positions tells; its move if it is to
  // move.
  Entry ask(const State& s, int side, int order, int last, std::uint64_t budget) {
    me_ = side;
    last_ = last;
    work_ = 0;
    budget_ = budget;
    if (const auto e = turned(s, order)) return *e;
    Entry e = status(s, order);
    if (!e.numbers.settled()) e = visit(s, order, {Numbers::never, Numbers::never}, pass);
    shared_.nodes += work_ & (told_each - 1);
    return e;
  }

 private:
  static constexpr int pass = -1;
  std::uint64_t key(const State& s, int order) const {
    std::uint64_t h = question(order, s.to_move);
    for (int side : {X, O})
      for (Cells c = s.stones[side]; c.any();) h ^= names_[side][c.pop()];
    return h;
  }
  State after(const State& s, int cell) const {
    State next = s;
    if (cell == pass)
      next.to_move ^= 1;
    else
      next.play(t_, cell);
    return next;
  }
  static int order_after(int order, int cell) { return order + (cell == pass); }
  // What the table says of a position that a symmetry makes of this one, if P wins there.
  std::optional<Entry> turned(const State& s, int order) const {
    const auto& turns = eye_.turns();
    for (int turn = 0; turn < turns.size(); ++turn) {
      State t = s;
      for (int side : {X, O}) t.stones[side] = turns.apply(turn, s.stones[side]);
      const auto e = table_.find(key(t, order));
      if (!e || !e->numbers.proven()) continue;
      Entry back = *e;
      back.zone = Cells{};
      for (Cells rest = e->zone; rest.any();) back.zone.set(turns.origin(turn, rest.pop()));
      if (e->move >= 0) back.move = turns.origin(turn, e->move);
      return back;
    }
    return std::nullopt;
  }
  int other() const { return me_ ^ 1; }
  std::uint64_t question(int order, int to_move) const {
    return (static_cast<std::uint64_t>(last_ * 8 + order) * 4 + to_move * 2 + me_ + 1) * 0x9e3779b97f4a7c15ULL;
  }
  // Of the table, or a look.
  Entry status(const State& s, int order) {
    const std::uint64_t name = key(s, order);
    if (const auto e = table_.find(name)) return *e;
    Entry e = borne(s, order, name);
    if (!e.numbers.proven()) e = s.to_move == me_ ? look(s, order) : look_at_answers(s, order);
    e.key = name;
    table_.store(e);
    return e;
  }
  Entry tell(Numbers n, int move = -1, Cells zone = {}) const { return {0, n, move, 0, zone}; }

  // Won as a position that lacks one of Q's stones is, by a tree that bears this one too.
  Entry borne(const State& s, int order, std::uint64_t name) const {
    if (order >= last_) return {};
    const std::uint64_t more = name ^ question(order, s.to_move) ^ question(order + 1, s.to_move);
    for (Cells rest = s.stones[other()]; rest.any();) {
      const int cell = rest.pop();
      const auto e = table_.find(more ^ names_[other()][cell]);
      if (e && e->numbers.proven() && !e->zone.test(cell)) return tell(e->numbers, e->move, e->zone);
    }
    return {};
  }
  // With P to move.
  Entry look(const State& s, int order) {
    count();
    if (s.over()) return tell(Numbers::no());
    if (const Lines mine = s.with(t_, me_, t_.rules.k - 1); mine.any()) {
      Cells zone = t_.cells[mine.lowest()] & s.empty(t_);
      const int cell = zone.lowest();
      hits_.add({{dangers(s, 1, order), s.empty(t_), 1}}, Cells{}, zone);
      return tell(Numbers::yes(), cell, zone);
    }
    const Cells parry = s.completing(t_, other());
    if (parry.count() > 1) return tell(Numbers::no());
    if (const auto moves = forced_.moves(s); !moves.empty())
      return tell(Numbers::yes(), moves[0], zone_of(s, moves, order));
    if (order == last_) return tell(Numbers::no());
    if (parry.any()) return tell({2, 2});
    const double odds = eye_.likely(s, me_, last_ - order);
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
    Cells zone;
    if (const int cell = only_answer(s, zone); cell >= 0) return tell({1, 1});
    if (zone.any()) {
      hits_.add({{dangers(s, 2, order), s.empty(t_), 2}}, Cells{}, zone);
      return tell(Numbers::yes(), -1, zone);
    }
    if (order == last_) return tell(Numbers::no());
    const Entry idle = status(after(s, pass), order + 1);
    if (idle.numbers.disproven()) return tell(Numbers::no());
    if (idle.numbers.proven())
      return tell(
          {2 + static_cast<std::uint32_t>(idle.zone.count()) / 4 + scaled(8, -eye_.likely(s, me_, last_ - order)), 2});
    return tell({idle.numbers.phi + AttackChoice::unseen, idle.numbers.delta});
  }
  // Where P threatens to complete a line: Q's only answer, -1 if none; `zone`: the threats that count.
  int only_answer(const State& s, Cells& zone) const {
    const Cells answers = s.meeting(t_, s.with(t_, me_, t_.rules.k - 1), zone);
    return zone.any() && answers.any() ? answers.lowest() : -1;
  }
  Lines dangers(const State& s, int need, int order) const { return hits_.dangers(s, other(), need, order); }
  Cells zone_of(const State& s, const std::vector<int>& moves, int order) const {
    std::vector<typename Hits<Shape>::Stage> stages;
    Cells zone = hits_.sequence(s, moves, order, stages);
    hits_.add(stages, Cells{}, zone);
    return zone;
  }

  void add(std::vector<Child>& children, const State& s, int order, int cell, std::uint32_t bias) {
    children.push_back({cell, status(after(s, cell), order_after(order, cell)), bias});
  }
  // P's likeliest moves; first the one that was found where Q had passed instead.
  void expand_moves(std::vector<Child>& children, const State& s, int order, int hint) {
    const Cells parry = s.completing(t_, other());
    MoveList list = eye_.list_of(s, me_, parry.any() ? parry : s.empty(t_));
    for (int i = 0; i < list.size; ++i)
      if (list.at[i].cell == hint) list.at[i].score = 1 << 30;
    Cells seen;
    const auto turns = eye_.turns_of(s);
    const std::size_t most = order + 1 == last_ ? 20 : 10;
    for (int i = 0; i < list.size && children.size() < most; ++i) {
      const int cell = list.best_from(i);
      if (eye_.alike(cell, turns, seen)) continue;
      add(children, s, order, cell, 6 * static_cast<std::uint32_t>(children.size()));
      if (children.back().now.numbers.proven()) return;
    }
  }
  // The answers in the zone of the win after a pass.
  void expand_answers(std::vector<Child>& children, const State& s, int order) {
    MoveList list = eye_.list_of(s, me_, children[0].now.zone & s.empty(t_));
    Cells seen;
    const auto turns = eye_.turns_of(s);
    for (int i = 0; i < list.size; ++i) {
      const int cell = list.best_from(i);
      if (eye_.alike(cell, turns, seen)) continue;
      add(children, s, order, cell, i);
      if (children.back().now.numbers.disproven()) return;
    }
    replay_all(children, s, order, 0);
  }

  Entry visit(const State& s, int order, Numbers limits, int hint) {
    const bool mine = s.to_move == me_;
    const std::uint64_t before = work_;
    std::vector<Child> children;
    Cells threats;
    const int answer = mine ? pass : only_answer(s, threats);
    if (mine)
      expand_moves(children, s, order, hint);
    else
      add(children, s, order, answer, 0);
    bool waits = !mine && answer == pass;  // for the win after a pass
    AttackChoice c;
    while (true) {
      if (waits && children[0].now.numbers.proven()) {
        waits = false;
        expand_answers(children, s, order);
      }
      c = choose(children, mine, waits, [&](const Child& child) { return !alone_ && under_way_.busy(child.now.key); });
      if (c.node.settled() || c.node.phi >= limits.phi || c.node.delta >= limits.delta || ended()) break;
      pursue(children, s, order, c, limits);
    }
    Entry e = tell(c.node);
    e.key = key(s, order);
    e.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(work_ - before, 1U << 30));
    if (c.node.proven()) settle(e, s, order, children, c.best, threats);
    table_.store(e);
    return e;
  }
  bool ended() const {
    return work_ > budget_ || shared_.stop.load(std::memory_order_relaxed) || enough_.load(std::memory_order_relaxed);
  }
  void count() {
    if ((++work_ & (told_each - 1)) == 0) shared_.nodes += told_each;
  }
  // The move, and the zone, of a position that P has won.
  void settle(Entry& e, const State& s, int order, const std::vector<Child>& children, int best, const Cells& threats) {
    if (s.to_move == me_) {
      e.move = children[best].cell;
      e.zone = children[best].now.zone;
      e.zone.set(e.move);
      return;
    }
    e.zone = threats;
    for (const Child& child : children) e.zone |= child.now.zone;
    const Cells zone = e.zone;
    for (const int turn : eye_.turns_of(s)) e.zone |= eye_.turns().apply(turn, zone);
    e.zone &= s.empty(t_);
    if (threats.any()) {
      const Lines lines = dangers(s, 2, order) - t_.through[children[0].cell];
      hits_.add({{lines, s.empty(t_), 2}}, Cells{}, e.zone);
    }
  }
  // Searches the child within limits that bring the node's numbers up to its own or past the second best child.
  void pursue(std::vector<Child>& children, const State& s, int order, const AttackChoice& c, Numbers limits) {
    const bool mine = s.to_move == me_;
    Child& child = children[c.best];
    std::uint32_t most = std::min(c.second + c.second / 4 + 1, Numbers::never);
    if (!c.aside) most = std::min(most, hope(limits, mine));
    const std::uint32_t others = fear(c.node, mine) - fear(child.now.numbers, mine);
    Numbers room;
    hope(room, mine) = static_cast<std::uint32_t>(std::min<std::uint64_t>(
        std::uint64_t{most} * AttackChoice::even / (AttackChoice::even + child.bias) + 1, Numbers::never));
    fear(room, mine) = fear(limits, mine) >= Numbers::never ? Numbers::never : fear(limits, mine) - others;
    const int hint = mine || child.cell == pass ? -1 : children[0].now.move;
    const std::uint64_t before = work_, name = child.now.key;
    under_way_.enter(name);
    child.now = visit(after(s, child.cell), order_after(order, child.cell), room, hint);
    under_way_.leave(name);
    if (!alone_ && work_ - before > worth_refreshing) refresh(children);
    if (!mine && child.cell != pass && children[0].cell == pass && child.now.numbers.proven())
      replay_all(children, s, order, c.best);
  }

  // What other threads have found since.
  void refresh(std::vector<Child>& children) const {
    for (Child& child : children)
      if (!child.now.numbers.settled())
        if (const auto e = table_.find(child.now.key)) child.now = *e;
  }

  // Tries against the other answers what won against one of them (Kawano 1996), or after the pass.
  void replay_all(std::vector<Child>& children, const State& s, int order, int from) {
    const State guide = after(s, children[from].cell);
    for (Child& child : children) {
      if (child.now.numbers.settled()) continue;
      const State next = after(s, child.cell);
      if (replay(next, order, guide, order_after(order, children[from].cell), most_replayed))
        child.now = status(next, order);
    }
  }
  // Whether the play that won `guide` wins here too; each position on the way is looked at.
  bool replay(const State& s, int order, const State& guide, int guides, int depth) {
    const Numbers known = status(s, order).numbers;
    if (known.settled() || depth == 0) return known.proven();
    const auto e = table_.find(key(guide, guides));
    if (!e || !e->numbers.proven() || e->move < 0 || !s.empty(t_).test(e->move)) return false;
    const int cell = e->move;
    if (!replay_answers(after(s, cell), order, after(guide, cell), guides, depth)) return false;
    return keep(s, order, {{cell, status(after(s, cell), order), 0}}, Cells{});
  }
  bool replay_answers(const State& s, int order, const State& guide, int guides, int depth) {
    const Numbers known = status(s, order).numbers;
    if (known.settled() || guide.over()) return known.proven();
    Cells threats, led;
    const int answer = only_answer(s, threats);
    if (answer != only_answer(guide, led)) return false;
    if (answer >= 0 && !guide.empty(t_).test(answer)) return false;
    const int then = order_after(guides, answer);
    if (!replay(after(s, answer), order_after(order, answer), after(guide, answer), std::min(then, last_), depth - 1))
      return false;
    std::vector<Child> children;
    add(children, s, order, answer, 0);
    if (answer == pass)
      for (Cells rest = children[0].now.zone & s.empty(t_); rest.any();) {
        const int cell = rest.pop();
        const bool same =
            guide.empty(t_).test(cell) && replay(after(s, cell), order, after(guide, cell), guides, depth - 1);
        if (!same && !replay(after(s, cell), order, after(s, pass), order + 1, depth - 1)) return false;
        add(children, s, order, cell, 0);
      }
    return keep(s, order, children, threats);
  }
  // False if the table has given up what was found.
  bool keep(const State& s, int order, const std::vector<Child>& children, const Cells& threats) {
    if (!std::ranges::all_of(children, [](const Child& c) { return c.now.numbers.proven(); })) return false;
    Entry e = tell(Numbers::yes());
    e.key = key(s, order);
    e.work = 1;
    settle(e, s, order, children, 0, threats);
    table_.store(e);
    return true;
  }

  static constexpr int most_replayed = 12;  // plies of P's
  static constexpr std::uint64_t told_each = 1024, worth_refreshing = 256;

  const LineTables<Shape>& t_;
  AttackEye<Shape> eye_;
  Forced<Shape> forced_;
  Hits<Shape> hits_;
  AttackTable<Cells>& table_;
  Shared& shared_;
  UnderWay& under_way_;
  const std::atomic<bool>& enough_;
  bool alone_;
  std::vector<std::uint64_t> names_[2];
  int me_ = X, last_ = 0;
  std::uint64_t work_ = 0, budget_ = 0;
};

}  // namespace kinrow
