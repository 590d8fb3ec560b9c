// Uct: the search of mcts.hpp over one kind of game, with the solver's leaf tests.
//
// A visit counts as lost until its result is known (virtual loss; Chaslot, Winands and van den Herik 2008). With a
// network, priors rest on std::exp, which differs between C libraries, and node counts may differ with it.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "play/leaf_network.hpp"
#include "play/mcts.hpp"
#include "play/playout_board.hpp"
#include "play/solver_probe.hpp"
#include "play/tree.hpp"
#include "system/threads.hpp"
#include "system/time_control.hpp"

namespace kinrow {

template <class G>
class Uct : public Mcts {
 public:
  using State = typename G::State;
  using Cells = typename G::Cells;

  Uct(const Game& game, const MctsOptions& options)
      : tables_(game), tree_(options.memory), seed_(options.seed), network_(options.network),
        wide_(game.rules.size() > wide_cells), pool_(options.threads) {
    for (int i = 0; i < options.threads; ++i) workers_.push_back(std::make_unique<Worker>(game, *this));
    forget();
  }
  void forget() override {
    tree_.clear();
    board_.reset();
    for (std::size_t i = 0; i < workers_.size(); ++i) workers_[i]->random = SplitMix64::stream(seed_, i);
  }
  std::uint64_t nodes() const override { return tree_.size() - Tree::root; }

  MctsResult search(const Board& board, const MctsLimits& limits) override {
    simulations = 0;
    tickets_ = 0;
    settled_ = false;
    limits_ = limits;
    if (!board_ || !follow(board)) tree_.clear();
    board_ = board;
    workers_[0]->prepare(board);
    settled_ = best_is_proven();
    try {
      pool_.run([&](int i) { workers_[static_cast<std::size_t>(i)]->work(board); }, [&] { settled_ = true; });
    } catch (...) {  // nodes may be left without their children
      forget();
      throw;
    }
    return result();
  }

 private:
  static constexpr int most_added = 12;     // stones after which the old tree has nothing to reuse
  static constexpr std::uint64_t poll = 8;  // simulations, some tens of microseconds each
  // Set by hand, by matches between versions.
  static constexpr int wide_cells = 81;           // on larger boards than 9x9
  static constexpr int most_children = 40;        // a node below the root has at most this many children
  static constexpr float exploration = 1.6F;      // the constant of PUCT
  static constexpr float first_play_loss = 0.2F;  // an unvisited child counts as its parent's mean less this
  static constexpr double prior_noise = 0.1;      // the share of the prior that is spread evenly
  static constexpr double network_noise = 0.02;   // the same of a network's policy
  static constexpr float root_noise = 0.25F;      // the share of the root's priors that the caller's noise replaces

  using ProbeResult = typename SolverProbe<G>::ProbeResult;

  struct Worker {
    Worker(const Game& g, Uct& owner)
        : u(owner), probe(g), game(probe.game()), board(owner.tables_, g.start()), tree(owner.tree_) {
      if (owner.network_) network.emplace(*owner.network_, g.rules);
    }
    // Gives the root all its moves. If the solver's tests decide it already, finds a move that shows the value.
    void prepare(const Board& start) {
      const State s = game.from(start);
      board = PlayoutBoard(u.tables_, start);
      Node& root = tree[Tree::root];
      const ProbeResult known = probe.probe(s, true);
      root.tighten(known.lower, known.upper);
      expand(root, s, known, most_cells);
      add_noise(root);
      if (known.lower < known.upper || root.children < Tree::root) return;
      for (int i = 0; i < root.count && !u.stop && !u.best_is_proven(); ++i) {
        Node& child = tree[root.children + i];
        State next = s;
        game.play(next, child.cell);
        learn(child, probe.probe_any(next));
      }
      combine_bounds(root);
    }

    void add_noise(const Node& root) {
      if (u.limits_.noise.empty() || root.children < Tree::root) return;
      for (int i = 0; i < root.count; ++i) {
        Node& child = tree[root.children + i];
        child.prior += root_noise * (u.limits_.noise[static_cast<std::size_t>(child.cell)] - child.prior);
      }
    }

    void work(const Board& from) {
      const PlayoutBoard start(u.tables_, from);
      const State s = game.from(from);
      while (!u.stop && !u.settled_) {
        const std::uint64_t ticket = u.tickets_++;
        if (u.limits_.simulations != 0 && ticket >= u.limits_.simulations) break;
        if (is_set(u.limits_.deadline) && ticket % poll == 0 && std::chrono::steady_clock::now() >= u.limits_.deadline)
          break;
        board = start;
        simulate(s);
        ++u.simulations;
      }
    }

    // --- one simulation ---

    struct Step {
      Node* node;
      int mover;
      bool tightened = false;  // the node's bounds
    };

    void simulate(State s) {
      Step path[most_cells + 1];
      int depth = 0;
      path[0] = {&tree[Tree::root], s.to_move, false};
      const bool virtual_loss = u.workers_.size() > 1;  // a visit counts as lost until its result is known
      bool forced = false;
      while (true) {
        Step& step = path[depth];
        Node& node = *step.node;
        const bool first = node.visits.fetch_add(1, std::memory_order_relaxed) == 0;
        if (virtual_loss) node.sum.fetch_sub(Node::one_result, std::memory_order_relaxed);
        step.tightened = depth > 0 && node.proven();  // maybe by another thread that has yet to update the parent
        if (step.tightened || (depth > 0 && !enter(step, s, first, forced))) break;
        Node* const child = select(node, s);
        if (child == nullptr) {
          step.tightened |= combine_bounds(node);
          break;
        }
        path[++depth] = {child, s.to_move, false};
        game.play(s, child->cell);
        board.play(child->cell);
      }
      const Node& leaf = *path[depth].node;
      const int known = leaf.lower.load(std::memory_order_relaxed) * (path[depth].mover == X ? 1 : -1);
      back_up(path, depth, leaf.proven() ? known * Node::one_result : estimate(), virtual_loss);
    }
    int estimate() {                        // of the board, for X
      constexpr int for_x[3] = {0, 1, -1};  // a result for X, by winner: nobody, X, O
      if (!network || board.over()) return for_x[board.playout(random) + 1] * Node::one_result;
      return network->result_for_x(board);
    }
    void back_up(Step* path, int depth, int result_for_x, bool virtual_loss) {
      for (int i = depth; i >= 0; --i) {
        Node& node = *path[i].node;
        node.sum.fetch_add((path[i].mover == X ? result_for_x : -result_for_x) + virtual_loss * Node::one_result,
                           std::memory_order_relaxed);
        if (i < depth && path[i + 1].tightened) path[i].tightened |= combine_bounds(node);
      }
      if ((path[0].tightened || path[std::min(depth, 1)].tightened) && u.best_is_proven()) u.settled_ = true;
    }

    // At a node below the root: probes it, and adds its children when they are due. Returns whether to go on below it.
    bool enter(Step& step, const State& s, bool first, bool& forced) {
      Node& node = *step.node;
      if (node.children.load(std::memory_order_acquire) >= Tree::root) {
        forced = node.count == 1;
        return true;
      }
      if (first) {
        const ProbeResult known = probe.probe_any(s);
        step.tightened |= learn(node, known);
        if (node.proven() || !(forced || known.forced)) return false;
        forced = known.forced;
      } else if (node.visits.load(std::memory_order_relaxed) < u.visits_to_expand_ || s.over()) {
        return false;
      }
      std::uint32_t expected = Tree::none;
      if (!node.children.compare_exchange_strong(expected, Tree::busy)) return expected >= Tree::root;
      const ProbeResult known = probe.probe(s, true);
      step.tightened |= learn(node, known);
      const bool expanded = !node.proven() && expand(node, s, known, u.wide_ ? most_children : most_cells);
      if (!expanded) node.children.store(Tree::none);
      return expanded;
    }

    static bool learn(Node& node, const ProbeResult& known) {  // whether the bounds became tighter
      return node.same ? node.tighten(known.lower, known.upper) : node.tighten(-known.upper, -known.lower);
    }

    // --- expanding ---

    // Adds up to `most` children, the most promising moves first. False if the tree is full.
    bool expand(Node& node, const State& s, const ProbeResult& known, int most) {
      MoveList list;
      list.add_all(known.moves);
      network ? network->score_moves(board, list) : probe.add_priors(s, list);
      const int count = std::min(list.size, most);
      const std::uint32_t had = node.children.load();
      if (had >= Tree::root && node.count >= count) return true;
      const std::uint32_t at = tree.take(count);
      if (at == Tree::none) return false;
      const bool turn_ends = s.left == 1;
      const auto by_score = [](const auto& a, const auto& b) { return a.score < b.score; };
      const auto [least, greatest] = std::minmax_element(list.at, list.at + list.size, by_score);
      const int low = least->score, high = greatest->score;
      double total = 0;
      for (int i = 0; i < count; ++i) {
        Node& child = tree[at + i];
        child.cell = static_cast<std::int16_t>(list.best_from(i));
        child.same = !turn_ends;
        const int score = list.at[i].score;
        child.prior = static_cast<float>(network ? LeafNetwork::weight(score, high)
                                                 : power(score - low + 1, probe.prior_exponent()));
        total += child.prior;
      }
      const double noise = network ? network_noise : prior_noise;
      for (int i = 0; i < count; ++i)
        tree[at + i].prior = static_cast<float>((1 - noise) * tree[at + i].prior / total + noise / count);
      if (had >= Tree::root) inherit(node, had, at, count);
      node.count = static_cast<std::uint16_t>(count);
      node.skipped = static_cast<std::int8_t>(count < list.size ? 1 : known.skipped);
      node.children.store(at, std::memory_order_release);
      return true;
    }
    static double power(double base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }
    void inherit(const Node& node, std::uint32_t had, std::uint32_t at, int count) {
      for (int i = 0; i < node.count; ++i)
        for (int j = 0; j < count; ++j)
          if (tree[at + j].cell == tree[had + i].cell) {
            const float prior = tree[at + j].prior;
            Tree::copy(tree[had + i], tree[at + j]);
            tree[at + j].prior = prior;
          }
    }

    // --- selecting, backing up bounds ---

    Node* select(Node& node, const State& s) {
      const std::uint32_t at = node.children.load(std::memory_order_acquire);
      if (at < Tree::root) return nullptr;
      const float visits = static_cast<float>(node.visits.load(std::memory_order_relaxed));
      const float sum = static_cast<float>(node.sum.load(std::memory_order_relaxed)) / Node::one_result;
      const float fresh = (node.same ? sum : -sum) / visits - first_play_loss;
      const float reach = exploration * std::sqrt(visits);
      const int least = guaranteed(node, at);
      Node* best = nullptr;
      float best_score = std::numeric_limits<float>::lowest();
      for (int i = 0; i < node.count; ++i) {
        Node& child = tree[at + i];
        const int upper = child.upper.load(std::memory_order_relaxed);
        if (upper <= least || child.proven()) continue;
        const auto n = static_cast<float>(child.visits.load(std::memory_order_relaxed));
        const float q =
            n > 0 ? static_cast<float>(child.sum.load(std::memory_order_relaxed)) / (Node::one_result * n) : fresh;
        const float score = q + reach * child.prior / (1 + n);
        if (score > best_score) {
          best_score = score;
          best = &child;
        }
      }
      if (best == nullptr && node.skipped > least && u.workers_.size() == 1) return widen(node, s);
      return best;
    }
    // The result that the side to move is sure of. At the root it must come from a move, because the caller needs one.
    int guaranteed(const Node& node, std::uint32_t at) {
      if (&node != &tree[Tree::root]) return node.same ? node.lower.load() : -node.upper.load();
      int least = -1;
      for (int i = 0; i < node.count; ++i) least = std::max<int>(least, tree[at + i].lower.load());
      return least;
    }
    // All children are proven and the node is not: adds the rest of its moves.
    Node* widen(Node& node, const State& s) {
      const std::uint32_t before = node.count;
      expand(node, s, probe.probe(s, false), most_cells);
      return node.count > before ? select(node, s) : nullptr;
    }
    bool combine_bounds(Node& node) {  // from the children; whether they became tighter
      const std::uint32_t at = node.children.load(std::memory_order_acquire);
      if (at < Tree::root) return false;
      int lower = -1, upper = node.skipped;
      for (int i = 0; i < node.count; ++i) {
        lower = std::max<int>(lower, tree[at + i].lower.load(std::memory_order_relaxed));
        upper = std::max<int>(upper, tree[at + i].upper.load(std::memory_order_relaxed));
      }
      return node.same ? node.tighten(lower, upper) : node.tighten(-upper, -lower);
    }

    Uct& u;
    SolverProbe<G> probe;
    G& game;
    PlayoutBoard board;                  // where the simulation is
    std::optional<LeafNetwork> network;  // instead of playouts
    Tree& tree;
    SplitMix64 random;
  };

  // Whether some move of the root is proven to be as good as any can be.
  bool best_is_proven() {
    Node& root = tree_[Tree::root];
    if (root.children < Tree::root) return false;
    for (int i = 0; i < root.count; ++i)
      if (tree_[root.children + i].lower >= root.upper) return true;
    return false;
  }

  // Descends from the old root by the stones added since, to the most visited node of this board. False if the board
  // does not follow from the old one.
  bool follow(const Board& board) {
    std::vector<int> added[2];
    int more = 0;
    for (std::size_t c = 0; c < board.cells.size(); ++c) {
      if (board_->cells[c] == board.cells[c]) continue;
      if (board_->cells[c] >= 0) return false;
      added[static_cast<int>(board.cells[c])].push_back(static_cast<int>(c));
      ++more;
    }
    int left = board_->left;
    for (int i = 0; i < more; ++i) left = left > 1 ? left - 1 : tables_.game.rules.stones;
    if (left != board.left) return false;
    std::uint32_t best = Tree::none;
    descend(Tree::root, board_->to_move, added, more, board.to_move, best);
    if (best == Tree::none) return false;
    if (best != Tree::root) tree_.keep(best);
    return true;
  }
  void descend(std::uint32_t at, int side, std::vector<int> (&added)[2], int more, int to_move, std::uint32_t& best) {
    Node& node = tree_[at];
    if (more == 0) {
      if (side == to_move && (best == Tree::none || tree_[best].visits < node.visits)) best = at;
      return;
    }
    if (node.children < Tree::root || more > most_added) return;
    for (int i = 0; i < node.count; ++i) {
      Node& child = tree_[node.children + i];
      const auto found = std::find(added[side].begin(), added[side].end(), child.cell);
      if (found == added[side].end() || child.visits == 0) continue;
      const int cell = *found;
      *found = -2;
      descend(node.children + i, child.same ? side : side ^ 1, added, more - 1, to_move, best);
      *found = cell;
    }
  }

  MctsResult result() {
    MctsResult out;
    Node& root = tree_[Tree::root];
    out.lower = root.lower;
    out.upper = root.upper;
    out.simulations = simulations;
    double most = 0, best_rank = std::numeric_limits<double>::lowest();
    for (int i = 0; i < root.count; ++i) most = std::max<double>(most, tree_[root.children + i].visits);
    for (int i = 0; i < root.count; ++i) {
      const Node& child = tree_[root.children + i];
      const double visits = child.visits.load();
      const double mean =
          visits > 0 ? std::clamp(static_cast<double>(child.sum) / Node::one_result / visits, -1.0, 1.0) : 0;
      const double value = child.proven() ? child.lower.load() : mean;
      out.moves.push_back({child.cell, child.visits, value, child.lower, child.upper});
      const double r = rank(child, value, root, most);
      if (r > best_rank) {
        best_rank = r;
        out.best = child.cell;
      }
    }
    std::sort(out.moves.begin(), out.moves.end(), [](const auto& a, const auto& b) { return a.cell < b.cell; });
    return out;
  }
  // A proven win first, a proven loss last, otherwise by visits. A proven draw is given up only for a move that may
  // win, has been visited often (a quarter of the most visits), and has a positive mean.
  static double rank(const Node& child, double value, const Node& root, double most) {
    constexpr double proven_draw = 1e10, likely_win = 2e10, proven_win = 1e12;  // visits are fewer than 2^32
    const double visits = child.visits + static_cast<double>(child.prior);
    if (child.lower == 1) return proven_win + visits;
    if (child.upper == -1) return visits - proven_win;
    if (root.lower < 0) return visits;
    const bool better = root.upper > 0 && child.upper > 0 && value > 0 && 4 * visits >= most;
    return (better ? likely_win : child.lower >= 0 ? proven_draw : 0) + visits;
  }

  PlayoutTables tables_;
  Tree tree_;
  std::uint64_t seed_;
  std::shared_ptr<const Network> network_;
  const bool wide_;
  // Leaves get children at this visit; on wide boards the leaf tests cost several playouts. Set by hand.
  const std::uint32_t visits_to_expand_ = wide_ && !network_ ? 6 : 2;
  MctsLimits limits_;
  std::atomic<std::uint64_t> tickets_{0};
  std::atomic<bool> settled_{false};
  std::optional<Board> board_;
  std::vector<std::unique_ptr<Worker>> workers_;
  ThreadPool pool_;
};

}  // namespace kinrow
