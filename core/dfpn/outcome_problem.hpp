// OutcomeProblem: the query "is the value for the side to move at least beta?" as a problem of search.hpp, for every
// kind of game that has outcomes.
//
// Nodes are settled by the game's bounds and leaf tests (solve/line_game.hpp says why they are sound). If refutations
// have zones, as in breaker/weak_game.hpp, the refutation of one move of the attacker's also refutes his moves outside
// its zone.
#pragma once
#include <array>
#include <optional>
#include <type_traits>
#include <vector>

#include "dfpn/proof_table.hpp"
#include "dfpn/search.hpp"
#include "dfpn/zone_cover.hpp"
#include "game/moves.hpp"
#include "solve/facts.hpp"
#include "solve/keys.hpp"
#include "solve/zone.hpp"

namespace kinrow {

template <class G>
class OutcomeProblem {
 public:
  using State = typename G::State;
  using Cells = typename G::Cells;
  using Zone = typename G::Zone;
  using Table = ProofTable;

  struct Query {
    const State& s;
    int beta;
    bool nested = false;  // part of another search, so not shown in the progress
  };
  struct Node {
    State s;
    ProofKey key;
    int symmetry = 0;  // the one that gives the key
    bool or_node = true;
    int depth = 0;
    bool over() const { return s.over(); }
  };
  struct Entry {
    ProofNumbers numbers;
    Zone zone{};    // of the attacker's refutation
    int move = -1;  // the proving move, if the leaf tests found it
  };
  struct Child {
    int cell = -1;
    std::uint32_t bias = 0;
    ProofKey key;
    int symmetry = 0;
    bool over = false;
    bool twin = false;     // the same position as after an earlier move, up to symmetry
    bool refuted = false;  // on its own, not by the zone of another move's refutation
    Entry now;
    const ProofNumbers& numbers() const { return now.numbers; }
  };
  struct Plan {
    std::vector<int> guides;
  };
  struct Replies {
    Cells moves;
    Zone inside;
    bool whole = true;
  };
  static constexpr bool latest_guide = true;
  static constexpr int replay_depth = 1 << 20;  // to the end of the guide

  OutcomeProblem(G& game, const Keys<G::words>& keys, ProofTable& table, Meter& meter)
      : game_(game), keys_(keys), table_(table), meter_(meter) {}

  Node root(const Query& q) {
    Node node{q.s, {}, 0, true, q.nested ? hidden_depth : 0};
    place(node, q.beta);
    return node;
  }
  std::optional<Entry> known(const Node& root) {
    const Entry e = lookup(root);
    return e.numbers.settled() ? std::optional(e) : std::nullopt;
  }
  // The move that proved a query, or -1. Positions that share an entry differ only in cells on no live line, so its
  // move can be played in all of them.
  int proof_move(const State& s, int beta) { return stored_move(root({s, beta})); }
  // Records that the side to move does not reach beta.
  void refute(const State& s, int beta) {
    const Node node = root({s, beta});
    keep(node, {ProofNumbers::no(), whole(s), -1}, -1, largest_work);
  }
  std::vector<Child> children(const State& s, int beta) {
    std::vector<Child> list;
    const Node node = root({s, beta});
    Children<Child> moves(list);
    expand(node, {}, moves);
    return {list.begin(), list.end()};  // a copy: `moves` empties the list
  }

  Entry lookup(const Node& node) {
    if (node.over()) return evaluate(node);
    if (const auto e = stored(node.key, node.symmetry, node.or_node)) return *e;
    const Entry e = evaluate(node);
    keep(node, e, e.move, 0);
    return e;
  }
  std::optional<Entry> helped(const Node& node) {
    if constexpr (G::assisted) {
      ProofRecord r;
      if (!table_.probe(node.key, r) || r.work < much_work) return settled(oriented(r.numbers, node.or_node));
      const ProofNumbers n = oriented(game_.help(node.s, beta(node)), node.or_node);
      if (n.settled()) keep(node, {n, {}, -1}, -1, 0);
      return settled(n);
    }
    return std::nullopt;
  }

  // Adds the moves, most promising first, and stops at one that settles the node. Table entries of the next few moves
  // are prefetched.
  Plan expand(const Node& node, const ProofNumbers& /*limits*/, Children<Child>& children) {
    if (node.depth > meter_.status().depth) meter_.status().depth = node.depth;
    MoveList list;
    list.add_all(moves_of(node));
    game_.score_moves(node.s, beta(node), list);
    Zone inside = whole(node.s);
    std::array<std::pair<Child, Node>, ahead> played;
    const std::uint32_t step = game_.bias(attacks(node));
    std::uint32_t bias = 0;
    for (int i = 0, next = 0; i < list.size; ++i) {
      for (; next < list.size && next < i + ahead; ++next) played[next % ahead] = play(node, list.best_from(next));
      const int cell = list.at[i].cell;
      Child child = ruled_out(node, cell);
      if (inside.test(cell)) child = examined(node, played[i % ahead], children);
      if (child.twin && !zoned) continue;
      child.bias = bias;
      bias += step;
      children.push_back(child);
      if (phi(child.numbers(), node.or_node) == 0) return {};
      if (child.refuted && attacks(node)) inside &= child.now.zone;
    }
    rule_out(node, children, inside);
    return {};
  }
  bool widen(const Node&, Plan&, Children<Child>&) const { return false; }
  std::size_t unseen(const Plan&) const { return 0; }
  SelectionPolicy policy() const { return {}; }
  bool shares(const Node& node) const { return node.s.empties > share_above; }
  bool replays(const Node&, const Plan&) const { return true; }

  Node child(const Node& node, int cell) const {
    Node next{node.s, {}, 0, node.or_node, node.depth + 1};
    game_.play(next.s, cell);
    const bool same = next.s.to_move == node.s.to_move;
    if (!same) next.or_node = !node.or_node;
    if (next.over())
      next.key.beta = same ? beta(node) : 1 - beta(node);
    else
      place(next, same ? beta(node) : 1 - beta(node));
    return next;
  }
  Node descend(const Node& node, const Children<Child>& children, std::size_t i) const {
    return child(node, children[i].cell);
  }
  void adopt(const Node& node, Children<Child>& children, std::size_t i, const Entry& e, const Node& next) const {
    set(children[i], node, e, next);
    if (children[i].refuted && attacks(node)) rule_out(node, children, children[i].now.zone);
  }
  void push(const Node& node, Children<Child>& children, const Node& next, int cell, const Entry& e) const {
    Child child;
    child.cell = cell;
    set(child, node, e, next);
    children.push_back(child);
  }
  std::optional<Entry> find(const Node& node, const Child& child) const {
    if (child.over) return std::nullopt;
    const bool same = child.key.beta == beta(node);
    return stored(child.key, child.symmetry, same ? node.or_node : !node.or_node);
  }
  // Contains the number of empty cells, so no child has the key of a position on the path: a search must not wait for
  // itself.
  static std::uint64_t busy_key(const Child& child) {
    return hash_of(child.key.position, static_cast<std::uint64_t>(child.key.empties)) | 1;
  }

  Entry conclude(const Node& node, const Plan&, const Children<Child>& children, const Selection& c,
                 std::uint64_t work) {
    const int best = phi(c.node, node.or_node) == 0 ? proving(node, children) : -1;
    const Entry e{c.node, zone_of(node, c.node, children, best), -1};
    keep(node, e, best < 0 ? -1 : children[static_cast<std::size_t>(best)].cell, work);
    return e;
  }
  void report(const Node& node, const Plan&, const Children<Child>& children) {
    if (node.depth != 0) return;
    int settled = 0;
    for (std::size_t i = 0; i < children.size(); ++i) settled += delta(children[i].numbers(), node.or_node) == 0;
    meter_.status().move = settled;
    meter_.status().moves = static_cast<int>(children.size());
  }

  bool comparable(const Node& node, const Node& guide) const {
    return !guide.over() && guide.s.to_move == node.s.to_move;
  }
  int proof_move(const Node& guide, bool /*proven*/) const { return stored_move(guide); }
  bool playable(const Node& node, int cell) const { return !node.over() && game_.empty(node.s).test(cell); }
  std::uint32_t replay_work(const Node&) const { return 1; }
  Replies replies(const Node& node, const Node&) { return {moves_of(node), whole(node.s)}; }
  int next_reply(const Node& node, Replies& r, Children<Child>& children) const {
    if (attacks(node) && children.size() > 0 && children.back().refuted) r.inside &= children.back().now.zone;
    while (r.moves.any()) {
      const int cell = r.moves.pop();
      if (r.inside.test(cell)) return cell;
      children.push_back(ruled_out(node, cell));
    }
    return no_reply;
  }
  Entry conclude_replay(const Node& node, const Children<Child>& children, bool proven, std::uint32_t work) {
    const ProofNumbers n = proven ? ProofNumbers::yes() : ProofNumbers::no();
    const int best = phi(n, node.or_node) == 0 ? 0 : -1;
    const Entry e{n, zone_of(node, n, children, best), -1};
    keep(node, e, best < 0 ? -1 : children[0].cell, work);
    return e;
  }

 private:
  static constexpr bool zoned = !std::is_same_v<Zone, NoZone>;
  static constexpr int hidden_depth = -(1 << 20);          // never the deepest
  static constexpr std::uint64_t largest_work = 1U << 31;  // positions; entries that took this many are dropped last
  static constexpr std::uint32_t much_work = 50;  // positions without a result before another search may help; measured
  static constexpr int ahead = 4;                 // moves played in advance and prefetched; measured
  static constexpr int share_above = 13;          // empty cells; threads do not coordinate on smaller positions

  static int beta(const Node& node) { return node.key.beta; }
  static bool attacks(const Node& node) { return beta(node) >= 1; }
  static ProofNumbers oriented(const ProofNumbers& n, bool or_node) { return or_node ? n : n.swapped(); }
  static std::optional<Entry> settled(const ProofNumbers& n) {
    return n.settled() ? std::optional(Entry{n, {}, -1}) : std::nullopt;
  }

  void place(Node& node, int beta) const {
    node.key = {game_.key(node.s, keys_, node.symmetry), game_.stage(node.s), node.s.left, beta};
  }
  Entry evaluate(const Node& node) {
    meter_.count();
    const int b = beta(node);
    if (node.over()) return entry(node, game_.final_value(node.s) >= b ? ProofNumbers::yes() : ProofNumbers::no());
    Facts<Cells> f = game_.facts(node.s, b);
    Zone zone;
    if (f.lower < b && f.upper >= b) {
      zone = game_.leaf_tests(node.s, b, f);
      game_.narrow(node.s, b, f);
    }
    if (f.lower >= b) return entry(node, ProofNumbers::yes(), zone, f.moves.count() == 1 ? f.moves.lowest() : -1);
    if (f.upper < b) return entry(node, ProofNumbers::no(), zone);
    const auto [phi, delta] = game_.first_numbers(node.s, b, f.moves.count());
    return entry(node, {phi, delta});
  }
  static Entry entry(const Node& node, const ProofNumbers& n, const Zone& zone = {}, int move = -1) {
    return {oriented(n, node.or_node), zone, move};
  }
  std::optional<Entry> stored(const ProofKey& k, int symmetry, bool or_node) const {
    ProofRecord r;
    if (!table_.probe(k, r)) return std::nullopt;
    Entry e{oriented(r.numbers, or_node), {}, -1};
    if constexpr (zoned) e.zone = keys_.backward(symmetry, Cells{{r.zone}});
    return e;
  }
  int stored_move(const Node& node) const {
    ProofRecord r;
    if (!table_.probe(node.key, r) || !r.numbers.proven()) return -1;
    const int cell = keys_.backward(node.symmetry, r.move);
    return cell >= 0 && game_.empty(node.s).test(cell) ? cell : -1;
  }
  void keep(const Node& node, const Entry& e, int move, std::uint64_t work) {
    ProofRecord r{oriented(e.numbers, node.or_node), keys_.forward(node.symmetry, move),
                  static_cast<std::uint32_t>(std::min(work, largest_work)), 0};
    if constexpr (zoned)
      if (e.numbers.settled()) r.zone = keys_.forward(node.symmetry, e.zone).word[0];
    table_.store(node.key, r);
  }
  Cells moves_of(const Node& node) {
    Facts<Cells> f = game_.facts(node.s, beta(node));
    game_.narrow(node.s, beta(node), f);
    return game_.worth_trying(node.s, f.moves);
  }
  Zone whole(const State& s) const {
    if constexpr (zoned)
      return game_.empty(s);
    else
      return {};
  }

  std::pair<Child, Node> play(const Node& node, int cell) const {
    std::pair<Child, Node> p{{}, child(node, cell)};
    p.first.cell = cell;
    p.first.key = p.second.key;
    p.first.symmetry = p.second.symmetry;
    p.first.over = p.second.over();
    if (!p.first.over) table_.prefetch(p.first.key);
    return p;
  }
  Child examined(const Node& node, std::pair<Child, Node>& played, const Children<Child>& children) {
    auto& [child, next] = played;
    for (std::size_t i = 0; i < children.size() && !child.over && !child.twin; ++i)
      child.twin = !children[i].over && children[i].key == child.key;
    set(child, node, lookup(next), next);
    return child;
  }
  static Child ruled_out(const Node& node, int cell) {
    Child child;
    child.cell = cell;
    child.over = true;
    child.now.numbers = refutation(node);
    return child;
  }
  static ProofNumbers refutation(const Node& node) { return node.or_node ? ProofNumbers::no() : ProofNumbers::yes(); }
  void set(Child& child, const Node& node, const Entry& e, const Node& next) const {
    child.now = e;
    child.refuted = delta(e.numbers, node.or_node) == 0;
    if constexpr (zoned) child.now.zone |= game_.settled(next.s);
  }
  // Marks the attacker's moves outside this zone as refuted.
  static void rule_out(const Node& node, Children<Child>& children, const Zone& inside) {
    for (std::size_t i = 0; i < children.size(); ++i)
      if (!children[i].numbers().settled() && !inside.test(children[i].cell))
        children[i].now = {refutation(node), {}, -1};
  }
  static int proving(const Node& node, const Children<Child>& children) {
    std::size_t i = 0;
    while (phi(children[i].numbers(), node.or_node) != 0) ++i;
    return static_cast<int>(i);
  }
  Zone zone_of(const Node& node, const ProofNumbers& n, const Children<Child>& children, int best) const {
    Zone zone;
    if constexpr (zoned) {
      if (!attacks(node) && best >= 0) {
        zone = children[static_cast<std::size_t>(best)].now.zone;
        zone.set(children[static_cast<std::size_t>(best)].cell);
      } else if (attacks(node) && delta(n, node.or_node) == 0) {
        Cells left = whole(node.s);
        zone = zone_cover(children, left);
        zone = game_.with_dominated(node.s, left, zone);
      }
    }
    return zone;
  }

  G& game_;
  const Keys<G::words>& keys_;
  ProofTable& table_;
  Meter& meter_;
};

}  // namespace kinrow
