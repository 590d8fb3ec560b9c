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
// Where to look next goes by how likely a win is from the look of a position, see attack_odds.hpp. Positions looked at
// for (15,15,5) with four stones on the board, geometric mean of seven: 995 k with a count of lines in its place, 319 k
// with it, 222 k with a bias of 24 instead of 48 from one of P's moves to the next, 115 k with 6. Answers not yet seen
// while P must win after the pass count as 120: 20, 451 k for 319 k; 300, no difference. 20 moves for 10 where a quiet
// one will do: half as much again. Looking for a tree with one of Q's stones less: 231 k for 271 k with four stones, a
// twentieth of the positions for most of the answers with three. Wins at once that bear a stone more, so that they rule
// other answers out: a third of the answers fall away, but larger zones want as many more.
//
// With 28 harder positions, up to one or two million each: odds from where lines cross, 0.8 of the positions;
// moves by a fit instead of by lines through the cell, two of ten more settled; answers added as those before
// are met, 0.94; where Q threatens to win by force, only moves that may be in time, and no win where Q has one
// by force, 0.9 with 13 easier ones, no less here. Not worth it: to look first at the answer that makes the win
// look least likely, 1.2; one order less, the same; a threat-space search (all of Q's answers at once, Allis 1994) at
// every look, the same number of positions in 2.7 times the time; more room for a child whose number is not the
// largest, the same.
//
// P's threats with one answer put a failure off. 70 positions of (15,15,5) with four stones, up to 1.5 M looks each: 12
// unsettled; 8 if a move not looked into counts as it has come to count before such a pair of stones (13 harder ones,
// up to 6 M: 6 for 7, those settled in 0.6 of the positions). So for any answer to a threat of a forced sequence: 23,
// half as much 13; for any answer: none settled.
//
// Where a win looks far off more moves are tried: h8 h7 i7 i8 i9 k9 takes 0.22 M positions so, and more than 3 M with
// ten moves everywhere; 36 others take as many as before. With a book (attack_book.hpp) of its own first search h8 h7
// i7 i6 takes 0.18 M for 1.45 M, and h8 h7 i7 13 M, 41 s with two threads, for more than 400 M. A third of the bias
// for what is not in the book: more than 25 M. Where that bias stayed whatever the book's move took, a wrong one of
// another board's book cost (13,13,5) 100 M in vain; it falls when the move has taken `trusted`. Of 2^18, 2^20 and 2^24
// for h8 h7 i7 the last is best by a little, 9.3 M; with 2^20 right moves that take long were left too soon.
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "prove/attack_book.hpp"
#include "prove/attack_choice.hpp"
#include "prove/attack_look.hpp"
#include "prove/attack_moves.hpp"
#include "prove/attack_symmetry.hpp"

namespace kinrow {

template <class Shape>
class Attack {
 public:
  using Cells = typename Shape::Cells;
  using State = LineState<Shape>;
  using Entry = AttackEntry<Cells>;
  using Child = AttackChild<Cells>;
  static constexpr int deepest = 3;  // a useful last order

  // Ends early, as if it had looked at all that it may, where `stop` or `enough` is set. `alone`: on that table.
  Attack(const LineTables<Shape>& t, const AttackBook<Shape>& book, AttackMemory<Cells>& memory, Shared& shared,
         UnderWay& under_way, const std::atomic<bool>& enough, bool alone)
      : t_(t), book_(book), symmetry_(t), look_(t, memory, shared), promising_(t), memory_(memory), shared_(shared),
        under_way_(under_way), enough_(enough), alone_(alone) {}

  // Whether `side` wins by a tree of this order, as far as looking at so many positions tells; its move if it is to
  // move.
  Entry ask(const State& s, int side, int order, int last, std::uint64_t budget) {
    look_.begin(side, last);
    budget_ = budget;
    tells_ = true;
    if (const auto e = turned(s, order)) return *e;
    Entry e = look_(s, order);
    const bool again = e.numbers.disproven() && s.to_move == side && !s.over();  // with more moves than it had
    if (again || !e.numbers.settled()) e = visit(s, order, {Numbers::never, Numbers::never}, {});
    look_.end();
    return e;
  }

 private:
  // Those of Q's answers that were not added yet, most dangerous last, and those against which a win is known.
  struct Answers {
    std::vector<int> cells, guides;
  };
  // What led to a position: P's move, and Q's answer if it was the only one, by name, 0 if it was not; P's move that
  // won where Q had passed instead, -1 if that is not known.
  struct Path {
    std::uint64_t pair = 0;
    int hint = -1;
  };
  std::uint64_t key(const State& s, int order) const { return look_.key(s, order); }
  State after(const State& s, int cell) const { return look_.positions().after(s, cell); }
  static int order_after(int order, int cell) { return AttackPositions<Shape>::order_after(order, cell); }
  // What the table says of a position that a symmetry makes of this one, if P wins there.
  std::optional<Entry> turned(const State& s, int order) const {
    const auto& turns = symmetry_.turns();
    for (int turn = 0; turn < turns.size(); ++turn) {
      const auto e = memory_.all().find(key(symmetry_.turned(turn, s), order));
      if (!e || !e->numbers.proven()) continue;
      Entry back = *e;
      back.zone = Cells{};
      for (Cells rest = e->zone; rest.any();) back.zone.set(turns.origin(turn, rest.pop()));
      if (e->move >= 0) back.move = turns.origin(turn, e->move);
      if (memory_.allows(back)) return back;
    }
    return std::nullopt;
  }
  int me() const { return look_.side(); }
  int other() const { return me() ^ 1; }
  void add(std::vector<Child>& children, const State& s, int order, int cell, std::uint32_t bias) {
    children.push_back({cell, look_(after(s, cell), order_after(order, cell)), bias});
  }
  bool bare(const State& s) const { return AttackPositions<Shape>::bare(s, me()); }
  // The book's move, or the middle for the first stone.
  int advised(const State& s) const {
    const int noted = book_.move(s);
    return noted < 0 && bare(s) ? t_.rules.rows / 2 * t_.rules.cols + t_.rules.cols / 2 : noted;
  }
  // How many of P's moves: more where a win looks far off to who asks, for then it may need one that looks unlikely.
  int most_moves(const State& s, int order, Numbers limits) const {
    if (bare(s)) return 1;
    if (order + 1 == look_.last()) return 20;
    return limits.phi >= 256 ? 40 : limits.phi >= 128 ? 20 : 10;
  }
  // P's most promising moves; first the one advised, then the one that was found where Q had passed instead.
  void expand_moves(std::vector<Child>& children, const State& s, int order, int most, const Path& path) {
    MoveList list = promising_(s, me(), look_.sight().timely(s) & memory_.within());
    const int noted = advised(s);
    int best = 0;
    for (int i = 0; i < list.size; ++i) best = std::max(best, list.at[i].score);
    for (int i = 0; i < list.size; ++i)
      if (list.at[i].cell == path.hint || list.at[i].cell == noted)
        list.at[i].score = best + (list.at[i].cell == noted ? 2 : 1);
    list = symmetry_.distinct(s, list, most);
    const std::uint64_t name = key(s, order);
    std::uint32_t unnoted = 0;
    for (int i = 0; i < list.size; ++i) memory_.prefetch(look_.key_after(name, s.to_move, order, list.at[i].cell));
    for (int i = 0; i < list.size; ++i) {
      const int cell = list.at[i].cell, worse = std::max(0, best - list.at[i].score);
      add(children, s, order, cell, static_cast<std::uint32_t>(2 * i + worse / 10) + (cell == noted ? 0 : unnoted));
      Entry& now = children.back().now;
      if (now.numbers.proven()) return;
      if (cell == noted) unnoted = doubt(now);
      if (path.pair != 0) inherit(now, look_.key_after(name, s.to_move, order, cell) ^ path.pair);
    }
  }
  // The bias of the other moves where this is what the book's has come to.
  static std::uint32_t doubt(const Entry& noted) {
    return static_cast<std::uint32_t>(std::uint64_t{not_in_book} * trusted / std::max(trusted, noted.work));
  }
  // Q's only answer to a threat, or first the pass, or all.
  void expand_answers(std::vector<Child>& children, const State& s, int order, Answers& to_come, Cells& threats) {
    if (bare(s))
      to_come.cells = answers(s, s.empty(t_));
    else
      add(children, s, order, look_.sight().only_answer(s, me(), threats), 0);
  }
  // A move not looked into looks no likelier than it has come to look `before` a forced pair of stones.
  void inherit(Entry& now, std::uint64_t before) {
    if (now.work > 0 || now.numbers.settled()) return;
    const auto e = memory_.find(before);
    if (!e || e->numbers.settled() || e->numbers.phi <= now.numbers.phi) return;
    now.numbers.phi = e->numbers.phi;
    memory_.store(now);
  }
  // The answers in the zone of the win after a pass, most dangerous last.
  std::vector<int> answers(const State& s, const Cells& zone) const {
    const MoveList list = symmetry_.distinct(s, promising_(s, other(), zone & s.empty(t_)), t_.rules.size());
    std::vector<int> cells;
    for (int i = list.size; i-- > 0;) cells.push_back(list.at[i].cell);
    return cells;
  }
  // Adds answers until enough of them are open.
  void widen(std::vector<Child>& children, const State& s, int order, Answers& to_come) {
    auto open = std::ranges::count_if(children, [](const Child& c) { return !c.now.numbers.settled(); });
    while (!to_come.cells.empty() && open < most_open) {
      const int cell = to_come.cells.back();
      to_come.cells.pop_back();
      add(children, s, order, cell, static_cast<std::uint32_t>(children.size()) - 1);
      Child& child = children.back();
      if (child.now.numbers.disproven()) return;
      for (auto guide = to_come.guides.rbegin(); guide != to_come.guides.rend(); ++guide)
        replay(child, s, order, *guide);
      open += !child.now.numbers.settled();
    }
  }

  Entry visit(const State& s, int order, Numbers limits, const Path& path) {
    const bool mine = s.to_move == me(), tells = std::exchange(tells_, false);
    const std::uint64_t before = look_.looked();
    std::vector<Child> children;
    Answers to_come;
    Cells threats;
    if (mine)
      expand_moves(children, s, order, most_moves(s, order, limits), path);
    else
      expand_answers(children, s, order, to_come, threats);
    bool waits = !mine && children.size() == 1 && children[0].cell == pass;  // for the win after a pass
    const bool follows = !mine && (waits || bare(s));
    AttackChoice c;
    while (true) {
      if (waits && children[0].now.numbers.proven()) {
        waits = false;
        to_come = {answers(s, children[0].now.zone), {pass}};
      }
      widen(children, s, order, to_come);
      if (tells && mine) tells_ = true;
      if (tells && !mine && !waits) report(children, to_come.cells.size());
      const std::size_t more = waits ? AttackChoice::unseen : to_come.cells.size() * 3 / 10;
      c = choose(children, mine, more, [&](const Child& child) { return !alone_ && under_way_.busy(child.now.key); });
      if (c.node.settled() || c.node.phi >= limits.phi || c.node.delta >= limits.delta || ended()) break;
      pursue(children, s, order, c, limits, path);
      if (follows && !waits && children[c.best].now.numbers.proven())
        follow(children, s, order, children[c.best].cell, to_come);
    }
    Entry e = AttackLook<Shape>::tell(c.node);
    e.key = key(s, order);
    e.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(look_.looked() - before, 1U << 30));
    if (c.node.proven()) settle(e, s, order, children, c.best, threats);
    if (!memory_.allows(e)) e.numbers = Numbers::no();
    memory_.store(e);
    return e;
  }
  // How many of Q's first answers are met.
  void report(const std::vector<Child>& children, std::size_t to_come) {
    shared_.move = static_cast<int>(std::ranges::count_if(children, [](auto& c) { return c.now.numbers.proven(); }));
    shared_.moves = static_cast<int>(children.size() + to_come);
  }
  bool ended() const {
    return look_.looked() > budget_ || shared_.stop.load(std::memory_order_relaxed) ||
           enough_.load(std::memory_order_relaxed);
  }
  // The move, and the zone, of a position that P has won.
  void settle(Entry& e, const State& s, int order, const std::vector<Child>& children, int best, const Cells& threats) {
    if (s.to_move == me()) {
      e.move = children[best].cell;
      e.zone = children[best].now.zone;
      e.zone.set(e.move);
      return;
    }
    e.zone = bare(s) ? s.empty(t_) : threats;
    for (const Child& child : children) e.zone |= child.now.zone;
    const Cells zone = e.zone;
    for (const int turn : symmetry_.turns_of(s)) e.zone |= symmetry_.turns().apply(turn, zone);
    e.zone &= s.empty(t_);
    if (threats.any()) look_.sight().guard(s, me(), order, children[0].cell, e.zone);
  }
  // Searches the child within limits that bring the node's numbers up to its own or past the second best child.
  void pursue(std::vector<Child>& children, const State& s, int order, const AttackChoice& c, Numbers limits,
              const Path& path) {
    const bool mine = s.to_move == me();
    Child& child = children[c.best];
    std::uint32_t most = std::min(c.second + c.second / 4 + 1, Numbers::never);
    if (!c.aside) most = std::min(most, hope(limits, mine));
    const std::uint32_t others = fear(c.node, mine) - fear(child.now.numbers, mine);
    Numbers room;
    hope(room, mine) = std::min(unbiased(most, child.bias), Numbers::never);
    fear(room, mine) = fear(limits, mine) >= Numbers::never ? Numbers::never : fear(limits, mine) - others;
    const std::uint64_t before = look_.looked(), name = child.now.key;
    under_way_.enter(name);
    child.now =
        visit(after(s, child.cell), order_after(order, child.cell), room, path_after(s, path, children, child.cell));
    under_way_.leave(name);
    if (!alone_ && look_.looked() - before > worth_refreshing) refresh(children);
  }

  Path path_after(const State& s, const Path& path, const std::vector<Child>& children, int cell) const {
    if (s.to_move == me()) return {look_.positions().name(me(), cell), -1};
    if (cell == pass || bare(s)) return {};
    if (children[0].cell == pass) return {0, children[0].now.move};
    return {path.pair ^ look_.positions().name(other(), cell), -1};
  }
  // What other threads have found since.
  void refresh(std::vector<Child>& children) const {
    for (Child& child : children)
      if (!child.now.numbers.settled())
        if (const auto e = memory_.find(child.now.key)) child.now = *e;
  }

  // Tries what won against this answer (Kawano 1996) against the others, and those to come.
  void follow(std::vector<Child>& children, const State& s, int order, int answer, Answers& to_come) {
    for (Child& child : children) replay(child, s, order, answer);
    to_come.guides.push_back(answer);
  }
  void replay(Child& child, const State& s, int order, int guide) {
    if (child.now.numbers.settled()) return;
    const State next = after(s, child.cell);
    if (replay(next, order, after(s, guide), order_after(order, guide), most_replayed)) child.now = look_(next, order);
  }
  // Whether the play that won `guide` wins here too; each position on the way is looked at.
  bool replay(const State& s, int order, const State& guide, int guides, int depth) {
    const Numbers known = look_(s, order).numbers;
    if (known.settled() || depth == 0) return known.proven();
    const auto e = memory_.find(key(guide, guides));
    if (!e || !e->numbers.proven() || e->move < 0 || !s.empty(t_).test(e->move)) return false;
    const int cell = e->move;
    if (!replay_answers(after(s, cell), order, after(guide, cell), guides, depth, e->work)) return false;
    return keep(s, order, {{cell, look_(after(s, cell), order), 0}}, Cells{}, e->work);
  }
  bool replay_answers(const State& s, int order, const State& guide, int guides, int depth, std::uint32_t work) {
    const Numbers known = look_(s, order).numbers;
    if (known.settled() || guide.over()) return known.proven();
    Cells threats, led;
    const int answer = look_.sight().only_answer(s, me(), threats);
    if (answer != look_.sight().only_answer(guide, me(), led)) return false;
    if (answer >= 0 && !guide.empty(t_).test(answer)) return false;
    const int then = order_after(guides, answer);
    if (!replay(after(s, answer), order_after(order, answer), after(guide, answer), std::min(then, look_.last()),
                depth - 1))
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
    return keep(s, order, children, threats, work);
  }
  // False if the table has given up what was found. `work`: what the guide took, for without it this may take as much.
  bool keep(const State& s, int order, const std::vector<Child>& children, const Cells& threats, std::uint32_t work) {
    if (!std::ranges::all_of(children, [](const Child& c) { return c.now.numbers.proven(); })) return false;
    Entry e = AttackLook<Shape>::tell(Numbers::yes());
    e.key = key(s, order);
    e.work = std::max(work, 1U);
    settle(e, s, order, children, 0, threats);
    if (!memory_.allows(e)) return false;
    memory_.store(e);
    return true;
  }

  static constexpr std::uint32_t not_in_book = 512;  // a bias
  static constexpr std::uint32_t trusted = 1 << 24;  // the positions that the book's move may take before it is doubted
  static constexpr int most_replayed = 12;           // plies of P's
  static constexpr long most_open = 12;              // answers
  static constexpr std::uint64_t worth_refreshing = 256;

  const LineTables<Shape>& t_;
  const AttackBook<Shape>& book_;
  AttackSymmetry<Shape> symmetry_;
  AttackLook<Shape> look_;
  AttackMoves<Shape> promising_;
  AttackMemory<Cells>& memory_;
  Shared& shared_;
  UnderWay& under_way_;
  const std::atomic<bool>& enough_;
  bool alone_;
  std::uint64_t budget_ = 0;
  bool tells_ = false;  // the next answers of Q's to be met are the first ones
};

}  // namespace kinrow
