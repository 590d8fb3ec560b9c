// LambdaProblem: does one side, the attacker, win a line game by keeping the initiative? A problem of dfpn/search.hpp
// that finds wins only.
//
// On large boards a search of all moves is hopeless: a quiet move of the attacker has two hundred answers, of which ten
// matter. A null move shows which ones (threat-space search, Allis 1994; lambda search, Thomsen 2000; relevance zones,
// Wu and Lin 2010): the attacker must win if the defender passes, and the zone of that win contains every answer that
// can disturb it. Stones of the defender outside the zone do no harm, as long as they are few. The order of a tree is
// the number of such stones that it tolerates, one for each pass before it. docs/proof-format.md defines the zone of
// each kind of node and says why it is sound.
//
// At the maximal order a tree is a sequence of fours. At the order below it, each move of the attacker threatens such a
// sequence, and so on down to order 0. (Thomsen's lambda-n tree is one of order max_order + 1 - n.) The attacker tries
// only a few of the most promising moves, so a disproof means nothing, and only wins are reported.
#pragma once
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "dfpn/search.hpp"
#include "lambda/leaf_evaluator.hpp"
#include "lambda/move_ordering.hpp"
#include "lambda/opening_book.hpp"
#include "lambda/position_symmetry.hpp"

namespace kinrow {

template <class Shape>
class LambdaProblem {
 public:
  using Cells = typename Shape::Cells;
  using State = LineState<Shape>;
  using Entry = ZoneEntry<Cells>;
  using Table = ConfinedTable<Cells>;

  struct Query {
    const State& s;
    int side, order, max_order;
  };
  struct Node {
    State s;
    int order = 0;
    bool or_node = true;
    bool at_root = true;  // before the defender's first answer
    ZoneKey pair{};       // key of the last move, or of the last four and its answer; zero: none
    int hint = -1;        // the move that won after a pass of the defender's
    bool over() const { return s.over(); }
  };
  struct Child {
    int cell = -1;
    std::uint32_t bias = 0;
    Entry now;
    static constexpr bool twin = false;
    const ProofNumbers& numbers() const { return now.numbers; }
  };
  struct Plan {
    std::vector<int> guides;   // answers after which a win is known
    std::vector<int> answers;  // the defender's answers not added yet, most dangerous last
    Cells threats{};
    bool all_answers = false;  // every answer is tried, as before the attacker's second stone
    bool waits = false;        // the only child is the pass, whose win will show the answers to add
  };
  struct Replies {
    int first = pass;
    bool whole = false, begun = false;
    Cells rest{};
  };
  static constexpr bool latest_guide = false;
  static constexpr int replay_depth = 12;  // moves of the attacker; set by hand

  LambdaProblem(const LineTables<Shape>& t, const OpeningBook<Shape>& book, Table& table, Meter& meter)
      : t_(t), book_(book), symmetry_(t), leaf_(t, table, meter), promising_(t), table_(table), meter_(meter) {}

  Node root(const Query& q) {
    leaf_.begin(q.side, q.max_order);
    return {q.s, q.order, q.s.to_move == q.side};
  }
  std::optional<Entry> known(const Node& root) {
    if (auto e = by_symmetry(root)) return e;
    if (const Entry e = leaf_.with_fewer(root.s, root.order, leaf_.key(root.s, root.order)); e.numbers.proven())
      return e;
    const Entry e = lookup(root);
    const bool again = e.numbers.disproven() && root.or_node && !root.over();  // a root tries more moves
    return e.numbers.settled() && !again ? std::optional(e) : std::nullopt;
  }
  Entry lookup(const Node& node) { return leaf_(node.s, node.order); }
  static std::optional<Entry> helped(const Node&) { return std::nullopt; }

  Plan expand(const Node& node, const ProofNumbers& limits, Children<Child>& children) {
    Plan plan;
    plan.all_answers = keys().tries_every_answer(node.s, side());
    if (node.or_node)
      expand_moves(node, most_moves(node, limits), children);
    else if (plan.all_answers)
      plan.answers = answers(node.s, node.s.empty(t_));
    else
      add(node, leaf_.threats().only_answer(node.s, side(), plan.threats), 0, children);
    plan.waits = children.size() == 1 && !node.or_node && children[0].cell == pass;
    return plan;
  }
  // Adds an answer if fewer than `most_open` are unsettled.
  bool widen(const Node& node, Plan& plan, Children<Child>& children) {
    if (plan.waits && children[0].now.numbers.proven()) {
      plan.waits = false;
      plan.answers = answers(node.s, to_answer(node, children[0].now.zone));
      plan.guides = {pass};
    }
    if (plan.answers.empty()) return false;
    int open = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (children[i].numbers().disproven()) return false;
      open += !children[i].numbers().settled();
    }
    if (open >= most_open) return false;
    const int cell = plan.answers.back();
    plan.answers.pop_back();
    add(node, cell, children.size() == 0 ? 0 : static_cast<std::uint32_t>(children.size()) - 1, children);
    return true;
  }
  SelectionPolicy policy() const { return selection; }
  std::size_t unseen(const Plan& plan) const {
    return plan.waits ? LeafEvaluator<Shape>::unseen : plan.answers.size() * unseen_part / 10;
  }
  bool shares(const Node&) const { return true; }
  // A refuted move of the attacker has nothing to replay. The win after a pass is replayed when widen() adds an answer.
  bool replays(const Node& node, const Plan& plan) const {
    return !node.or_node && !plan.waits && (plan.all_answers || plan.threats.none());
  }

  Node child(const Node& node, int cell) const {
    const int order = std::min(keys().order_after(node.order, cell), leaf_.max_order());
    return {keys().after(node.s, cell, node.order), order, !node.or_node, node.at_root && node.or_node};
  }
  // The same, with hints for the search of it.
  Node descend(const Node& node, const Children<Child>& children, std::size_t i) const {
    const int cell = children[i].cell;
    Node next = child(node, cell);
    if (node.or_node)
      next.pair = keys().stone(side(), cell);
    else if (cell != pass && !keys().tries_every_answer(node.s, side()) && children[0].cell == pass)
      next.hint = children[0].now.move;
    else if (cell != pass && !keys().tries_every_answer(node.s, side()))
      next.pair = node.pair ^ keys().stone(defender(), cell);
    return next;
  }
  void adopt(const Node&, Children<Child>& children, std::size_t i, const Entry& e, const Node&) const {
    children[i].now = e;
  }
  void push(const Node&, Children<Child>& children, const Node&, int cell, const Entry& e) const {
    children.push_back({cell, 0, e});
  }
  std::optional<Entry> find(const Node&, const Child& child) const { return table_.find(child.now.key); }
  static std::uint64_t busy_key(const Child& child) { return child.now.key.a | 1; }

  Entry conclude(const Node& node, const Plan& plan, const Children<Child>& children, const Selection& c,
                 std::uint64_t work) {
    Entry e{leaf_.key(node.s, node.order),
            c.node,
            -1,
            static_cast<std::uint32_t>(std::min<std::uint64_t>(work, learned_work - 1)),
            {}};
    if (c.node.proven()) settle(e, node, children, c.best, plan.threats);
    if (!table_.allows(e, node.order)) e.numbers = ProofNumbers::no();
    table_.store(e);
    return e;
  }
  // How many of the defender's first answers have been met.
  void report(const Node& node, const Plan& plan, const Children<Child>& children) {
    if (!node.at_root || node.or_node || plan.waits) return;
    int met = 0;
    for (std::size_t i = 0; i < children.size(); ++i) met += children[i].numbers().proven();
    meter_.status().move = met;
    meter_.status().moves = static_cast<int>(children.size() + plan.answers.size());
  }

  static bool comparable(const Node&, const Node& guide) { return !guide.over(); }
  int proof_move(const Node& guide, bool proven) const {
    const auto e = table_.find(leaf_.key(guide.s, guide.order));
    return proven && e && e->numbers.proven() ? e->move : -1;
  }
  bool playable(const Node& node, int cell) const { return cell == pass || node.s.empty(t_).test(cell); }
  // The work of the guide: without the replay, this position might take as much.
  std::uint32_t replay_work(const Node& guide) const {
    const auto e = table_.find(leaf_.key(guide.s, guide.order));
    return e ? std::clamp(e->work, 1U, learned_work - 1) : 1;
  }
  // The answers to be met here. Complete only if the first one is the same as in the guide.
  Replies replies(const Node& node, const Node& guide) {
    Cells threats, its;
    const int first = leaf_.threats().only_answer(node.s, side(), threats);
    const bool same = first == leaf_.threats().only_answer(guide.s, side(), its) && playable(guide, first);
    return {first, same};
  }
  int next_reply(const Node& node, Replies& r, const Children<Child>& children) const {
    if (!r.whole) return no_reply;
    if (!std::exchange(r.begun, true)) return r.first;
    if (children.size() == 1 && r.first == pass) r.rest = to_answer(node, children[0].now.zone);
    return r.rest.any() ? r.rest.pop() : no_reply;
  }
  Entry conclude_replay(const Node& node, const Children<Child>& children, bool /*proven*/, std::uint32_t work) {
    Entry e{leaf_.key(node.s, node.order), ProofNumbers::yes(), -1, std::max(work, 1U), {}};
    Cells threats;
    if (!node.or_node) leaf_.threats().only_answer(node.s, side(), threats);
    settle(e, node, children, 0, threats);
    if (!table_.allows(e, node.order)) return {};
    table_.store(e);
    return e;
  }

 private:
  // The first and the third are measured (docs/experiments/lambda-search.md), the others set by hand.
  static constexpr SelectionPolicy selection{.biased_part = 64, .flat = 16, .shared_work = 8, .busy = 32};
  // The attacker's moves that are tried, by the limit of the node's proof number, and where each move threatens a
  // sequence of fours. That more are tried at hard nodes is measured (the same page); the numbers are set by hand.
  static constexpr int few_moves = 10, more_moves = 20, most_threats = 20, all_moves = 40;
  static constexpr std::uint32_t hard = 128, hardest = 256;
  // Measured: docs/experiments/lambda-search.md.
  static constexpr std::uint32_t not_in_book = 512;  // the bias of moves other than the book's
  static constexpr std::uint32_t trusted = 1 << 24;  // positions below the book's move, beyond which that bias shrinks
  static constexpr int most_open = 12;               // answers searched at a time
  static constexpr std::size_t unseen_part = 3;      // tenths: what an answer not added yet adds to the proof number

  int side() const { return leaf_.side(); }
  int defender() const { return side() ^ 1; }
  const LambdaKeys<Shape>& keys() const { return leaf_.keys(); }
  bool before_second_stone(const State& s) const { return LambdaKeys<Shape>::before_second_stone(s, side()); }

  // The entry of a symmetric position, if the attacker wins there.
  std::optional<Entry> by_symmetry(const Node& node) const {
    const auto& group = symmetry_.group();
    for (int g = 0; g < group.size(); ++g) {
      if (!symmetry_.keeps_wins(g)) continue;
      const auto e = table_.all().find_win(leaf_.key(symmetry_.image(g, node.s), node.order));
      if (!e) continue;
      Entry back = *e;
      back.zone = group.undo(g, e->zone);
      if (e->move >= 0) back.move = group.origin(g, e->move);
      if (table_.allows(back, node.order)) return back;
    }
    return std::nullopt;
  }
  void add(const Node& node, int cell, std::uint32_t bias, Children<Child>& children) {
    children.push_back(
        {cell, bias, leaf_(keys().after(node.s, cell, node.order), keys().order_after(node.order, cell))});
  }
  // The book's move, or the center for the first stone.
  int advised(const State& s) const {
    const int book_move = book_.move(s);
    return book_move < 0 && before_second_stone(s) ? t_.rules.center() : book_move;
  }
  // How many of the attacker's moves are tried: more if the limit that the parent sets is high, because a win that is
  // so hard to find may begin with an unlikely move.
  int most_moves(const Node& node, const ProofNumbers& limits) const {
    if (before_second_stone(node.s)) return 1;
    if (node.order + 1 == leaf_.max_order()) return most_threats;
    return limits.proof >= hardest ? all_moves : limits.proof >= hard ? more_moves : few_moves;
  }
  // The attacker's most promising moves; first the book's, then the one that won after the defender's pass.
  void expand_moves(const Node& node, int most, Children<Child>& children) {
    MoveList list = promising_(node.s, side(), leaf_.threats().timely(node.s) & table_.within(node.order));
    const int book_move = advised(node.s), best = prefer(list, book_move, node.hint);
    symmetry_.keep_distinct(node.s, list, most);
    const ZoneKey key = leaf_.key(node.s, node.order);
    const auto after = [&](int cell) { return leaf_.key_after(key, node.s.to_move, node.order, cell); };
    for (int i = 0; i < list.size; ++i) table_.prefetch(after(list.at[i].cell));
    std::uint32_t other_bias = 0;
    for (int i = 0; i < list.size; ++i) {
      const int cell = list.at[i].cell, worse = std::max(0, best - list.at[i].score);
      add(node, cell, static_cast<std::uint32_t>(2 * i + worse / 10) + (cell == book_move ? 0 : other_bias), children);
      Entry& now = children.back().now;
      if (now.numbers.proven()) return;
      if (cell == book_move) other_bias = bias_of_others(now);
      if (!(node.pair == ZoneKey{})) inherit(now, after(cell) ^ node.pair);
    }
  }
  // Puts these two moves first; returns the best score of all moves as it was before.
  static int prefer(MoveList& list, int book_move, int hint) {
    int best = 0;
    for (int i = 0; i < list.size; ++i) best = std::max(best, list.at[i].score);
    for (int i = 0; i < list.size; ++i)
      if (list.at[i].cell == hint || list.at[i].cell == book_move)
        list.at[i].score = best + (list.at[i].cell == book_move ? 2 : 1);
    return best;
  }
  // The bias of the other moves, given the entry of the book's move: the more work that one took, the smaller.
  static std::uint32_t bias_of_others(const Entry& book_move) {
    return static_cast<std::uint32_t>(std::uint64_t{not_in_book} * trusted / std::max(trusted, book_move.work));
  }
  // A move that has not been searched gets the proof number that it had before the last four and its answer, if that is
  // larger.
  void inherit(Entry& now, const ZoneKey& before) {
    if (now.work > 0 || now.numbers.settled()) return;
    const auto e = table_.find(before);
    if (!e || e->numbers.settled() || e->numbers.proof <= now.numbers.proof) return;
    now.numbers.proof = e->numbers.proof;
    table_.store(now);
  }
  // The cells to answer on after a pass whose win has this zone.
  Cells to_answer(const Node& node, Cells zone) const {
    zone |= node.s.on_dropped_lines(t_, node.order, zone);
    return zone & node.s.empty(t_);
  }
  // The answers in this zone, most dangerous last.
  std::vector<int> answers(const State& s, const Cells& zone) const {
    MoveList list = promising_(s, defender(), zone & s.empty(t_));
    symmetry_.keep_distinct(s, list, t_.rules.size());
    std::vector<int> cells;
    for (int i = list.size; i-- > 0;) cells.push_back(list.at[i].cell);
    return cells;
  }
  // Sets the move and the zone of a position that the attacker wins.
  void settle(Entry& e, const Node& node, const Children<Child>& children, std::size_t best, const Cells& threats) {
    const State& s = node.s;
    if (node.or_node) {
      e.move = children[best].cell;
      e.zone = children[best].now.zone;
      e.zone.set(e.move);
      return;
    }
    e.zone = keys().tries_every_answer(s, side()) ? s.empty(t_) : threats;
    for (std::size_t i = 0; i < children.size(); ++i) e.zone |= children[i].now.zone;
    const Cells zone = e.zone;
    for (const int g : symmetry_.symmetries_of(s)) e.zone |= symmetry_.group().apply(g, zone);
    e.zone &= s.empty(t_);
    if (threats.any())
      leaf_.threats().guard(s, side(), node.order, children[0].cell, table_.within(node.order), e.zone);
  }

  const LineTables<Shape>& t_;
  const OpeningBook<Shape>& book_;
  PositionSymmetry<Shape> symmetry_;
  LeafEvaluator<Shape> leaf_;
  MoveOrdering<Shape> promising_;
  Table& table_;
  Meter& meter_;
};

}  // namespace kinrow
