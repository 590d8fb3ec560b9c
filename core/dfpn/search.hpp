// Dfpn: depth-first proof-number search (Nagai 2002) of a given problem, by one thread; threads share the problem's
// table.
//
// It always continues where the fewest leaves seem to be left to settle, so it finds a narrow forcing win however many
// quiet moves there are. Why it is sound: a node is settled by one child, by all of its children, or by the problem's
// own rules, and stones are only added, so there are no cycles. A child may exceed the number of the second best child
// by a quarter before the search turns to that one (the 1 + epsilon trick, Pawlewicz and Lew 2007).
//
// When a move has been refuted, its refutation is replayed against its siblings (simulation, Kawano 1996), because most
// moves do not interfere with it. At the refuting side's nodes a replay tries only the move of the earlier refutation,
// where a search would try all. It verifies every position on the way, so it either proves its claim or has no result.
//
// A problem says what the nodes are, which children they have, and what the table keeps: DfpnProblem below.
#pragma once
#include <algorithm>
#include <concepts>
#include <optional>
#include <vector>

#include "dfpn/children.hpp"
#include "dfpn/meter.hpp"
#include "dfpn/selection.hpp"

namespace kinrow {

constexpr int no_reply = -3;  // below every cell, and below a pass

// The tree. `Node`: a position and the claim about it. `Entry`: what the table keeps of it. `Plan`: the state of one
// visit to a node.
template <class P>
concept DfpnTree =
    requires(P problem, const typename P::Query& query, const typename P::Node& node, const typename P::Child& child,
             const typename P::Entry& entry, typename P::Plan& plan, Children<typename P::Child>& children,
             const ProofNumbers& limits, const Selection& selection, std::size_t i, int cell, std::uint64_t work) {
      { node.or_node } -> std::convertible_to<bool>;
      { node.over() } -> std::same_as<bool>;
      { entry.numbers } -> std::convertible_to<ProofNumbers>;
      { child.cell } -> std::convertible_to<int>;
      { child.bias } -> std::convertible_to<std::uint32_t>;
      { child.twin } -> std::convertible_to<bool>;  // the same position as an earlier child
      { child.numbers() } -> std::convertible_to<ProofNumbers>;
      // The node of a query, and its entry if it needs no search.
      { problem.root(query) } -> std::same_as<typename P::Node>;
      { problem.known(node) } -> std::same_as<std::optional<typename P::Entry>>;
      // lookup(): the entry in the table, or else that of a new leaf. helped(): one that an auxiliary search settles.
      // find(): what the table has of a child by now.
      { problem.lookup(node) } -> std::same_as<typename P::Entry>;
      { problem.helped(node) } -> std::same_as<std::optional<typename P::Entry>>;
      { problem.find(node, child) } -> std::same_as<std::optional<typename P::Entry>>;
      // expand() adds the first children; widen() one more, or returns false if none is due; unseen(): how many are
      // still to come.
      { problem.expand(node, limits, children) } -> std::same_as<typename P::Plan>;
      { problem.widen(node, plan, children) } -> std::same_as<bool>;
      { problem.unseen(plan) } -> std::convertible_to<std::size_t>;
      { problem.policy() } -> std::same_as<SelectionPolicy>;
      // shares(): whether threads avoid each other's children here; busy_key(): by which key.
      { problem.shares(node) } -> std::same_as<bool>;
      { problem.busy_key(child) } -> std::same_as<std::uint64_t>;
      // child(): the node after a move; descend(): the same, with hints for its search. adopt() gives a child an entry.
      { problem.child(node, cell) } -> std::same_as<typename P::Node>;
      { problem.descend(node, children, i) } -> std::same_as<typename P::Node>;
      problem.adopt(node, children, i, entry, node);
      // conclude() stores the entry of the node, and returns it; report() shows how far the search is.
      { problem.conclude(node, plan, children, selection, work) } -> std::same_as<typename P::Entry>;
      problem.report(node, plan, children);
    };

// Replays in this tree. `guides`: the moves whose refutations are replayed. `Replies`: those of one node of a replay;
// `whole` unless some are missing.
template <class P>
concept DfpnReplays = requires(P problem, const typename P::Node& node, const typename P::Entry& entry,
                               typename P::Plan& plan, typename P::Replies& replies,
                               Children<typename P::Child>& children, int cell, bool proven, std::uint32_t work) {
  { plan.guides.back() } -> std::convertible_to<int>;
  { replies.whole } -> std::convertible_to<bool>;
  // replays(): whether the refutation of a child is replayed against its siblings; `replay_depth`: how deep;
  // `latest_guide`: whether the latest reply that was met here guides those after it (otherwise the first).
  { problem.replays(node, plan) } -> std::same_as<bool>;
  { P::replay_depth } -> std::convertible_to<int>;
  { P::latest_guide } -> std::convertible_to<bool>;
  // comparable(): whether a guide says anything about a node. Of a guide: its move, or -1; whether that can be played
  // in a node; and its work.
  { problem.comparable(node, node) } -> std::same_as<bool>;
  { problem.proof_move(node, proven) } -> std::same_as<int>;
  { problem.playable(node, cell) } -> std::same_as<bool>;
  { problem.replay_work(node) } -> std::same_as<std::uint32_t>;
  // next_reply() returns the other side's replies one after another, then `no_reply`; push() adds one that was met;
  // conclude_replay() stores the entry once all are met, and returns it.
  { problem.replies(node, node) } -> std::same_as<typename P::Replies>;
  { problem.next_reply(node, replies, children) } -> std::same_as<int>;
  problem.push(node, children, node, cell, entry);
  { problem.conclude_replay(node, children, proven, work) } -> std::same_as<typename P::Entry>;
};

template <class P>
concept DfpnProblem = DfpnTree<P> && DfpnReplays<P>;

template <DfpnProblem Problem>
class Dfpn {
 public:
  using Node = typename Problem::Node;
  using Child = typename Problem::Child;
  using Entry = typename Problem::Entry;
  using Plan = typename Problem::Plan;
  using Query = typename Problem::Query;

  // `alone`: no other thread uses this table.
  Dfpn(Problem& problem, Meter& meter, ActiveMoves& active_moves, bool alone)
      : problem_(problem), meter_(meter), active_moves_(active_moves), alone_(alone) {}

  // The entry is settled unless the search was stopped or has searched `budget` positions.
  Entry search(const Query& query, std::uint64_t budget) {
    meter_.begin(budget);
    const Node root = problem_.root(query);
    std::optional<Entry> e = problem_.known(root);
    if (!e) e = visit(root, {ProofNumbers::infinity, ProofNumbers::infinity});
    meter_.end();
    return *e;
  }

 private:
  using Moves = Children<Child>;

  Entry visit(const Node& node, const ProofNumbers& limits) {
    const std::uint64_t before = meter_.positions();
    if (const auto helped = problem_.helped(node)) return *helped;
    Moves children(stack_);
    Plan plan = problem_.expand(node, limits, children);
    Selection c;
    while (true) {
      widen(node, plan, children);
      problem_.report(node, plan, children);
      c = choose(node, plan, children);
      if (c.node.settled() || c.node.proof >= limits.proof || c.node.disproof >= limits.disproof || meter_.over())
        break;
      pursue(node, plan, children, c, limits);
    }
    return problem_.conclude(node, plan, children, c, meter_.positions() - before);
  }
  Selection choose(const Node& node, const Plan& plan, const Moves& children) const {
    const bool shares = !alone_ && problem_.shares(node);
    return select(children, node.or_node, problem_.policy(), problem_.unseen(plan),
                  [&](const Child& child) { return shares && active_moves_.busy(problem_.busy_key(child)); });
  }
  void widen(const Node& node, Plan& plan, Moves& children) {
    while (problem_.widen(node, plan, children))
      for (std::size_t g = plan.guides.size(); g-- > 0 && !children.back().numbers().settled();)
        replay(node, children, children.size() - 1, problem_.child(node, plan.guides[g]));
  }

  // Searches a child until the node would reach its own limits, or another child becomes the best.
  void pursue(const Node& node, Plan& plan, Moves& children, const Selection& c, const ProofNumbers& limits) {
    const Node next = problem_.descend(node, children, c.best);
    const std::uint64_t key = problem_.busy_key(children[c.best]), before = meter_.positions();
    const bool shares = !alone_ && problem_.shares(node);
    if (shares) active_moves_.enter(key);
    const Entry e = visit(next, limits_of(node, children[c.best], c, limits));
    if (shares) active_moves_.leave(key);
    problem_.adopt(node, children, c.best, e, next);
    if (shares && meter_.positions() - before >= long_search) refresh(node, children);
    if (delta(e.numbers, node.or_node) == 0) replay_against_siblings(node, plan, children, c.best);
  }
  ProofNumbers limits_of(const Node& node, const Child& child, const Selection& c, const ProofNumbers& limits) const {
    constexpr std::uint32_t infinity = ProofNumbers::infinity;
    std::uint32_t most = std::min(c.second + c.second / slack + 1, infinity);
    if (!c.diverted) most = std::min(most, phi(limits, node.or_node));
    ProofNumbers room;
    phi(room, node.or_node) = std::min(Biased(problem_.policy(), child.bias).limit(most), infinity);
    const std::uint32_t d = delta(limits, node.or_node);
    delta(room, node.or_node) = d >= infinity ? infinity : d - c.others;
    return room;
  }
  // Adopts what other threads have found meanwhile.
  void refresh(const Node& node, Moves& children) {
    for (std::size_t i = 0; i < children.size(); ++i)
      if (!children[i].numbers().settled())
        if (const auto e = problem_.find(node, children[i]))
          problem_.adopt(node, children, i, *e, problem_.child(node, children[i].cell));
  }

  void replay_against_siblings(const Node& node, Plan& plan, Moves& children, std::size_t refuted) {
    if (!problem_.replays(node, plan)) return;
    const Node guide = problem_.child(node, children[refuted].cell);
    for (std::size_t i = 0; i < children.size() && !meter_.over(); ++i) replay(node, children, i, guide);
    plan.guides.push_back(children[refuted].cell);
  }
  void replay(const Node& node, Moves& children, std::size_t i, const Node& guide) {
    if (children[i].numbers().settled()) return;
    const Node next = problem_.child(node, children[i].cell);
    const Entry e = replay(next, guide, !node.or_node, Problem::replay_depth);
    if (delta(e.numbers, node.or_node) == 0) problem_.adopt(node, children, i, e, next);
  }
  // The entry of `node`; settled if the play that proved `guide` (or, unless `proven`, disproved it) does the same
  // here.
  Entry replay(const Node& node, const Node& guide, bool proven, int depth) {
    const Entry known = problem_.lookup(node);
    if (known.numbers.settled() || depth == 0 || meter_.over() || !problem_.comparable(node, guide)) return known;
    return node.or_node == proven ? replay_move(node, guide, proven, depth)
                                  : replay_replies(node, guide, proven, depth);
  }
  static bool is(const Entry& e, bool proven) { return proven ? e.numbers.proven() : e.numbers.disproven(); }
  // The side that the replay is for is to move: it plays the guide's move.
  Entry replay_move(const Node& node, const Node& guide, bool proven, int depth) {
    const int cell = problem_.proof_move(guide, proven);
    if (cell < 0 || !problem_.playable(node, cell)) return {};
    const Node next = problem_.child(node, cell), leading = problem_.child(guide, cell);
    if constexpr (Problem::latest_guide)
      if (!next.over() && leading.over()) return {};
    const Entry e = replay(next, leading, proven, depth);
    if (!is(e, proven)) return {};
    Moves children(stack_);
    problem_.push(node, children, next, cell, e);
    return problem_.conclude_replay(node, children, proven, problem_.replay_work(guide));
  }
  // The other side is to move: each of its replies is met as in the guide, or else as an earlier reply was met here.
  Entry replay_replies(const Node& node, const Node& guide, bool proven, int depth) {
    Moves children(stack_);
    auto replies = problem_.replies(node, guide);
    Node earlier = guide;
    for (int cell; (cell = problem_.next_reply(node, replies, children)) != no_reply;) {
      const Node next = problem_.child(node, cell);
      const Entry e = meet(next, cell, guide, earlier, proven, depth);
      if (!is(e, proven)) return {};
      problem_.push(node, children, next, cell, e);
      if (!next.over() && (Problem::latest_guide || children.size() == 1)) earlier = next;
    }
    if (!replies.whole) return {};
    return problem_.conclude_replay(node, children, proven, problem_.replay_work(guide));
  }
  Entry meet(const Node& next, int cell, const Node& guide, const Node& earlier, bool proven, int depth) {
    if (next.over()) return problem_.lookup(next);
    Entry e{};
    if (problem_.playable(guide, cell)) {
      const Node leading = problem_.child(guide, cell);
      if (!leading.over()) e = replay(next, leading, proven, depth - 1);
    }
    return is(e, proven) ? e : replay(next, earlier, proven, depth - 1);
  }

  static constexpr std::uint32_t slack = 4;          // the epsilon of the 1 + epsilon trick is 1/4
  static constexpr std::uint64_t long_search = 256;  // positions, after which other threads may know more; measured

  Problem& problem_;
  Meter& meter_;
  ActiveMoves& active_moves_;
  const bool alone_;
  std::vector<Child> stack_;
};

}  // namespace kinrow
