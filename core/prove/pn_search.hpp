// PnSearch: df-pn, depth-first proof-number search (Nagai 2002), for one boolean question on one game: is the value for
// the side to move at least beta? One thread's search; threads share the table.
//
// It goes where the fewest leaves seem to be left, so that a narrow forcing win is found however many quiet moves
// stand beside it. Sound without further argument: a node is settled by a settled child, by all of its children, or
// by the game's own bounds (line_game.hpp says why those hold), and stones are only added, so there are no cycles.
//  - Numbers of a node's moves are not summed but taken as the largest plus the number of the others (weak proof
//    numbers, Ueda, Hashimoto, Hashimoto, Iida 2008): most lines of play transpose, and sums count them many times.
//    Positions looked at for (8,4,4), (9,4,4), (10,4,4): 1.60 M, 3.96 M, 48.6 M with sums; 1.39 M, 3.44 M, 17.6 M so.
//  - Thresholds leave room of a quarter above the second best move (the 1+epsilon trick, Pawlewicz and Lew 2007).
//  - A move looks worse for each one before it in the list, by the game's own bias, upon edges as in df-pn+ (Nagai
//    2002): of many that look alike the work goes into the first ones. Positions looked at without it and with it:
//    (8,4,4) 1.69 M, 1.41 M; (9,4,4) 4.8 M, 2.8 M; (10,4,4) 27 M, 1.5 M; (11,4,4) 4.6 M, 1.1 M; (8,7,5) 35 M, 6.9 M.
//    It settled (12,4,4) and (13,4,4) in 11 and 15 s, without it in 270 and 51.
//  - First numbers come from the number of moves and the game's own promise (LineGame::first_numbers).
//  - When a move has been refuted, its refutation is replayed against its siblings (simulation, Kawano 1996): most
//    replies do not touch what won, and a replay looks at one move a node where a search looks at them all. Every
//    reply on the way is verified, so that a replay proves or says nothing. (9,4,4): 726 k to 453 k nodes expanded,
//    (7,7,5): 8.2 k to 1.9 k; 1.7 times as fast. Turns of two stones, positions looked at without and with it:
//    (7,7,5,2,1) 13.5 M and 6.2 M, (10,6,6,2,1) 1.9 M and 0.86 M, (8,5,5,2,1) 1.04 M and 0.56 M, (8,8,6,2,1) 2.1 M
//    and 2.4 M.
//  - Where the game's refutations have zones (weak_game.hpp), the attacker's moves outside one are refuted with it.
//  - A node's next moves are played before their turn, and their entries fetched meanwhile from memory. Seconds for
//    (8,4,4), median of six with one thread and of eight with two: 2.2 and 1.7 without it, 1.9 and 1.4 with four moves
//    ahead, 2.0 and 1.6 with eight; for (9,4,4), one thread, 4.2 and 3.6.
//  - What other threads have found is looked up after a move that took long. Seconds for (8,4,4), two threads, median
//  of
//    49: after every move 1.09, where it took 16 positions 1.14 (18 runs), 64 1.02, 256 0.99.
#pragma once
#include <array>
#include <type_traits>

#include "prove/pn_children.hpp"
#include "solve/facts.hpp"
#include "solve/keys.hpp"
#include "solve/moves.hpp"
#include "solve/shared.hpp"

namespace kinrow {

template <class Game>
class PnSearch {
 public:
  using State = typename Game::State;
  using Cells = typename Game::Cells;
  using Zone = typename Game::Zone;
  using Verdict = kinrow::Verdict<Zone>;

  PnSearch(Game& game, const Keys<Game::words>& keys, PnTable& table, Shared& shared, UnderWay& under_way, bool alone)
      : game_(game), keys_(keys), table_(table), shared_(shared), under_way_(under_way), alone_(alone) {}

  // Until settled; or stopped, or `budget` positions were looked at: then neither number is 0. `aside`: a question
  // within another one's search, whose progress is not this one's.
  Verdict ask(const State& s, int beta, std::uint64_t budget, bool aside = false) {
    stopped_ = shared_.stop;
    aside_ = aside;
    budget_ = budget;
    work_ = 0;
    const Place at = place(s, beta);
    Verdict v = status(s, at);
    if (!v.numbers.settled()) v = visit(s, at, {Numbers::never, Numbers::never}, 0);
    shared_.nodes += nodes_;
    nodes_ = 0;
    return v;
  }
  // The move that proved a question of this game, or -1. Positions that differ in cells on no live line are one in the
  // table, so that such a move may be taken here.
  int proof_move(const State& s, int beta) const {
    const Place at = place(s, beta);
    PnEntry e;
    if (!table_.probe(at.question, e) || !e.numbers.proven()) return -1;
    const int cell = keys_.backward(at.turn, e.move);
    return cell >= 0 && game_.empty(s).test(cell) ? cell : -1;
  }

 private:
  using Child = PnChild<Zone>;
  static constexpr bool zoned = !std::is_same_v<Zone, NoZone>;
  static bool attacks(int beta) { return beta >= 1; }

  Place place(const State& s, int beta) const {
    Place at;
    at.question = {game_.key(s, keys_, at.turn), game_.stage(s), s.left, beta};
    return at;
  }
  // The question of a child that answers "does the mover reach beta?" from the side of the child's own mover.
  static int beta_of(const State& s, int beta, const State& child) {
    return child.to_move == s.to_move ? beta : 1 - beta;
  }
  // What a look at the position gives: settled, or first numbers.
  Verdict evaluate(const State& s, int beta) {
    count_and_poll();
    if (s.over()) return {game_.final_value(s) >= beta ? Numbers::yes() : Numbers::no(), {}};
    Facts<Cells> f = game_.look(s, beta);
    Zone zone;
    if (f.lower < beta && f.upper >= beta) {
      zone = game_.prove(s, beta, f);
      game_.narrow(s, beta, f);
    }
    if (f.lower >= beta) return {Numbers::yes(), zone, f.moves.count() == 1 ? f.moves.lowest() : -1};
    if (f.upper < beta) return {Numbers::no(), zone};
    const auto [phi, delta] = game_.first_numbers(s, beta, f.moves.count());
    return {{phi, delta}, {}};
  }
  Verdict read(const PnEntry& e, const Place& at) const {
    Verdict v{e.numbers, {}};
    if constexpr (zoned) v.zone = keys_.backward(at.turn, Cells{{e.zone}});
    return v;
  }
  void keep(const Place& at, const Verdict& v, int move, std::uint32_t work) {
    PnEntry e{v.numbers, keys_.forward(at.turn, move), work, 0};
    if constexpr (zoned)
      if (v.numbers.settled()) e.zone = keys_.forward(at.turn, v.zone).word[0];
    table_.store(at.question, e);
  }
  Verdict status(const State& s, const Place& at) {
    PnEntry e;
    if (table_.probe(at.question, e)) return read(e, at);
    const Verdict v = evaluate(s, at.question.beta);
    keep(at, v, v.move, 0);
    return v;
  }
  void count_and_poll() {
    if (++work_ > budget_) stopped_ = true;
    if (++nodes_ < 512) return;
    shared_.nodes += nodes_;
    nodes_ = 0;
    stopped_ =
        stopped_ || shared_.stop.load(std::memory_order_relaxed) || shared_.answered.load(std::memory_order_relaxed);
  }
  Cells moves_of(const State& s, int beta) {
    Facts<Cells> f = game_.look(s, beta);
    game_.narrow(s, beta, f);
    return game_.worth_trying(s, f.moves);
  }

  // Puts the children on the stack, the most promising first, up to one that settles the node.
  void expand(const State& s, const Place& at) {
    MoveList list;
    list.add_all(moves_of(s, at.question.beta));
    game_.weigh(s, at.question.beta, list);
    const std::size_t base = children_.size();
    Zone inside = whole(s);
    std::array<Played, ahead> played;  // the next few, on their way from memory
    for (int i = 0, next = 0; i < list.size; ++i) {
      for (; next < list.size && next < i + ahead; ++next) play(s, at, list.best_from(next), played[next % ahead]);
      const int cell = list.at[i].cell;
      const Child child = inside.test(cell) ? look_at(played[i % ahead], base) : Child::ruled_out(cell);
      if (child.twin && !zoned) continue;
      children_.push_back(child);
      if (child.numbers().disproven()) return;
      if (child.told && attacks(at.question.beta)) inside &= child.verdict.zone;
    }
    children_.rule_out(base, inside);
  }
  Zone whole(const State& s) const {
    if constexpr (zoned)
      return game_.empty(s);
    else
      return {};
  }
  struct Played {
    Child child;
    State next;
    int beta;
  };
  void play(const State& s, const Place& at, int cell, Played& p) {
    p.child = Child{};
    p.next = s;
    p.child.cell = cell;
    game_.play(p.next, cell);
    p.beta = beta_of(s, at.question.beta, p.next);
    p.child.swapped = p.next.to_move == s.to_move;
    p.child.over = p.next.over();
    if (p.child.over) return;
    p.child.at = place(p.next, p.beta);
    table_.prefetch(p.child.at.question);
  }
  Child look_at(Played& p, std::size_t base) {
    if (p.child.over) {
      tell(p.child, flip(evaluate(p.next, p.beta), p.child.swapped), p.next);
    } else {
      p.child.twin = children_.has(base, p.child.at.question);
      tell(p.child, flip(status(p.next, p.child.at), p.child.swapped), p.next);
    }
    return p.child;
  }
  void tell(Child& child, const Verdict& v, const State& next) const {
    child.verdict = v;
    child.told = v.numbers.proven();
    if constexpr (zoned) child.verdict.zone |= game_.settled(next);
  }
  PnChoice choose(const Place& at, std::size_t base, bool share) const {
    return children_.choose(base, game_.bias(attacks(at.question.beta)),
                            [&](const Child& child) { return share && under_way_.busy(name_of(child)); });
  }
  // What other threads have found since.
  void refresh(const State& s, const Place& at, std::size_t base) {
    PnEntry e;
    for (std::size_t i = base; i < children_.size(); ++i) {
      const Child& child = children_[i];
      if (child.over || child.settled() || !table_.probe(child.at.question, e)) continue;
      State next = s;
      game_.play(next, child.cell);
      settle(at, base, i, flip(read(e, child.at), child.swapped), next);
    }
  }

  Verdict visit(const State& s, const Place& at, const Numbers& limits, int depth) {
    const std::size_t base = children_.size();
    const std::uint64_t before = work_;
    if (!aside_ && depth > shared_.depth) shared_.depth = depth;
    if constexpr (Game::assisted)
      if (const Numbers n = assisted(s, at); n.settled()) return {n, {}};
    expand(s, at);
    const bool share = !alone_ && s.empties > share_above;
    PnChoice c = choose(at, base, share);
    while (c.node.phi < limits.phi && c.node.delta < limits.delta && !stopped_) {
      const std::uint64_t looked = work_;
      pursue(s, at, c, limits, base, depth);
      if (share && work_ - looked >= long_time) refresh(s, at, base);
      c = choose(at, base, share);
      if (depth == 0 && !aside_) report(base);
    }
    const int move = c.node.proven() ? children_.proving(base).cell : -1;
    const Verdict v{c.node, zone_of(s, at, c.node, base)};
    keep(at, v, move, static_cast<std::uint32_t>(std::min<std::uint64_t>(work_ - before, 1U << 31)));
    children_.resize(base);
    return v;
  }
  // Where much work has not settled a question yet, another game may.
  Numbers assisted(const State& s, const Place& at) {
    PnEntry e;
    const int beta = at.question.beta;
    if (!table_.probe(at.question, e) || e.work < much_work) return e.numbers;
    const Numbers n = game_.aside(s, beta);
    if (n.settled()) keep(at, {n, {}}, -1, 0);
    return n;
  }
  Zone zone_of(const State& s, const Place& at, const Numbers& n, std::size_t base) const {
    Zone zone;
    if (attacks(at.question.beta)) {
      if (n.disproven()) zone = cover(s, base);
    } else if (n.proven()) {
      const Child& child = children_.proving(base);
      zone = child.verdict.zone;
      zone.set(child.cell);
    }
    return zone;
  }
  Zone cover(const State& s, std::size_t base) const {
    Zone zone;
    if constexpr (zoned) {
      Cells left = whole(s);
      zone = children_.cover(base, left);
      zone = game_.with_dominated(s, left, zone);
    }
    return zone;
  }
  void report(std::size_t base) {
    int settled = 0;
    for (std::size_t i = base; i < children_.size(); ++i) settled += children_[i].numbers().proven();
    shared_.move = settled;
    shared_.moves = static_cast<int>(children_.size() - base);
  }

  // Searches the chosen child within thresholds that bring the node's own numbers up to its limits or past the
  // second best move.
  void pursue(const State& s, const Place& at, const PnChoice& c, const Numbers& limits, std::size_t base, int depth) {
    const Child child = children_[c.best];
    State next = s;
    game_.play(next, child.cell);
    Numbers room;
    room.phi = limits.delta >= Numbers::never ? Numbers::never : limits.delta - c.others;
    const std::uint32_t most = std::min(limits.phi, std::min(c.second + c.second / 4 + 1, Numbers::never));
    room.delta = std::min(scaled(most, PnChoice::even, c.bias) + 1, Numbers::never);
    const bool share = !alone_ && s.empties > share_above;
    if (share) under_way_.enter(name_of(child));
    const Verdict v = flip(visit(next, child.at, flip(room, child.swapped), depth + 1), child.swapped);
    if (share) under_way_.leave(name_of(child));
    settle(at, base, c.best, v, next);
    if (v.numbers.proven()) replay_against_siblings(s, at, next, base);
  }
  void settle(const Place& at, std::size_t base, std::size_t i, const Verdict& v, const State& next) {
    tell(children_[i], v, next);
    if (children_[i].told && attacks(at.question.beta)) children_.rule_out(base, children_[i].verdict.zone);
  }
  void replay_against_siblings(const State& s, const Place& at, const State& guide, std::size_t base) {
    for (std::size_t i = base; i < children_.size() && !stopped_; ++i) {
      const Child& child = children_[i];
      if (child.over || child.settled()) continue;
      State next = s;
      game_.play(next, child.cell);
      if (const Verdict v = follow(s, next, guide, 1 - at.question.beta); v.numbers.proven())
        settle(at, base, i, v, next);
    }
  }
  static constexpr Verdict unknown() { return {{1, 1}, {}}; }
  // Proven if the play that proved `guide` also proves `s`.
  Verdict replay(const State& s, const State& guide, int beta) {
    const Place at = place(s, beta);
    const Verdict known = status(s, at);
    if (known.numbers.settled() || stopped_) return known;
    const int cell = proof_move(guide, beta);
    if (cell < 0 || !game_.empty(s).test(cell)) return unknown();
    State next = s, leading = guide;
    game_.play(next, cell);
    game_.play(leading, cell);
    Verdict v = look_back(s, next, 1 - beta, [&](int b) {
      if (next.over()) return evaluate(next, b);
      if (leading.over()) return unknown();
      return next.to_move == s.to_move ? replay(next, leading, b) : replies_fail(next, leading, b);
    });
    if (!v.numbers.disproven()) return unknown();
    v.numbers = Numbers::yes();
    if constexpr (zoned) v.zone |= game_.settled(next);
    v.zone.set(cell);
    keep(at, v, cell, 1);
    return v;
  }
  // Disproven if each reply is met by the play that met it, or the reply before it, after `guide`.
  Verdict replies_fail(const State& s, const State& guide, int beta) {
    const Place at = place(s, beta);
    const Verdict known = status(s, at);
    if (known.numbers.settled() || guide.over()) return known;
    const std::size_t base = children_.size();
    State last = guide;
    Zone inside = whole(s);
    bool failed = true;
    for (Cells rest = moves_of(s, beta); failed && rest.any();) {
      Child child = Child::ruled_out(rest.pop());
      if (inside.test(child.cell)) {
        State next = s;
        game_.play(next, child.cell);
        tell(child, meet(s, next, guide, last, child.cell, 1 - beta), next);
        failed = child.told;
        if (attacks(beta)) inside &= child.verdict.zone;
        if (!next.over()) last = next;
      }
      children_.push_back(child);
    }
    Verdict v = unknown();
    if (failed) {
      v = {Numbers::no(), zone_of(s, at, Numbers::no(), base)};
      keep(at, v, -1, 1);
    }
    children_.resize(base);
    return v;
  }
  // The position after a reply: proven by the play after the same reply to the guide, or after the reply before it.
  Verdict meet(const State& s, const State& next, const State& guide, const State& last, int cell, int beta) {
    if (next.over()) return look_back(s, next, beta, [&](int b) { return evaluate(next, b); });
    if (game_.empty(guide).test(cell)) {
      State leading = guide;
      game_.play(leading, cell);
      if (!leading.over())
        if (const Verdict v = follow(s, next, leading, beta); v.numbers.proven()) return v;
    }
    return follow(s, next, last, beta);
  }
  // `next`, a move after `s`, by the play that met `guide`, as the other side than the mover of `s` sees it; that move
  // may have been answered at once.
  Verdict follow(const State& s, const State& next, const State& guide, int beta) {
    return look_back(s, next, beta, [&](int b) {
      if (guide.to_move != next.to_move) return status(next, place(next, b));
      return next.to_move == s.to_move ? replies_fail(next, guide, b) : replay(next, guide, b);
    });
  }
  template <class Ask>
  static Verdict look_back(const State& s, const State& next, int beta, const Ask& ask) {
    const bool swapped = next.to_move == s.to_move;
    return flip(ask(swapped ? 1 - beta : beta), swapped);
  }

  // No position on the path may have the name of one of its children: it would wait for itself.
  static std::uint64_t name_of(const Child& child) {
    const Question& q = child.at.question;
    const std::uint64_t h =
        q.key.a ^ (q.key.b * 0x9e3779b97f4a7c15ULL) ^ (static_cast<std::uint64_t>(q.empties) * 0xd6e8feb86659fd93ULL);
    return (h ^ h >> 31) * 0xbf58476d1ce4e5b9ULL | 1;
  }

  static constexpr std::uint32_t much_work = 50;
  static constexpr std::uint64_t long_time = 256;  // positions, after which to look what other threads have found
  static constexpr int ahead = 4;                  // moves played before their turn
  static constexpr int share_above = 13;           // empty cells, as in solve/searcher.hpp

  Game& game_;
  const Keys<Game::words>& keys_;
  PnTable& table_;
  Shared& shared_;
  UnderWay& under_way_;
  const bool alone_;
  PnChildren<Zone> children_;
  std::uint64_t nodes_ = 0, work_ = 0, budget_ = 0;  // positions looked at: not yet reported, for this question
  bool stopped_ = false, aside_ = false;
};

}  // namespace kinrow
