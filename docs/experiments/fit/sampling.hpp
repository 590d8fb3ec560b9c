// Sampling: positions that lambda searches look at, and what short searches of them find.
#pragma once
#include <memory>
#include <unordered_set>
#include <vector>

#include "dfpn/crew.hpp"
#include "lambda/lambda_problem.hpp"
#include "system/random.hpp"

namespace kinrow {

// A position for which the search estimated the odds of a win.
template <class Shape>
struct Sample {
  LineState<Shape> s;
  int side, order;
  int orders() const { return deepest_order - order; }
};

// So many of the items that it is offered, each equally likely to be kept (reservoir sampling).
template <class Item>
class Reservoir {
 public:
  Reservoir(std::size_t most, SplitMix64& random) : most_(most), random_(random) {}
  void offer(const Item& item) {
    ++offered_;
    if (items_.size() < most_)
      items_.push_back(item);
    else if (const auto i = static_cast<std::size_t>(random_.below(offered_)); i < most_)
      items_[i] = item;
  }
  const std::vector<Item>& items() const { return items_; }

 private:
  std::size_t most_;
  SplitMix64& random_;
  int offered_ = 0;
  std::vector<Item> items_;
};

// A lambda search that offers each position that it estimates, once, to one of two reservoirs.
template <class Shape>
class RecordingProblem : public LambdaProblem<Shape> {
 public:
  using Base = LambdaProblem<Shape>;
  using State = LineState<Shape>;
  using typename Base::Child, typename Base::Node, typename Base::Plan, typename Base::Query, typename Base::Table;
  struct Record {
    Reservoir<Sample<Shape>> to_move, waiting;  // the attacker is to move, or the defender
  };

  RecordingProblem(const LineTables<Shape>& t, const OpeningBook<Shape>& book, Table& table, Meter& meter,
                   Record& record)
      : Base(t, book, table, meter), t_(t), threats_(t), keys_(t), record_(record) {}

  Node root(const Query& q) {
    side_ = q.side;
    return Base::root(q);
  }
  Plan expand(const Node& node, const ProofNumbers& limits, Children<Child>& children) {
    Plan plan = Base::expand(node, limits, children);
    for (std::size_t i = 0; i < children.size(); ++i) record(node, children[i]);
    return plan;
  }
  bool widen(const Node& node, Plan& plan, Children<Child>& children) {
    if (!Base::widen(node, plan, children)) return false;
    record(node, children.back());
    return true;
  }

 private:
  void record(const Node& node, const Child& child) {
    if (child.now.work > 0 || child.numbers().settled()) return;
    const Node next = Base::child(node, child.cell);
    if (!estimated(next) || !seen_.insert(keys_.key(next.s, side_, next.order, deepest_order).a).second) return;
    (next.or_node ? record_.to_move : record_.waiting).offer({next.s, side_, next.order});
  }
  // As in LeafEvaluator: with no four to answer and, if the defender is to move, a win after his pass.
  bool estimated(const Node& node) {
    if (node.or_node) return node.s.completing(t_, side_ ^ 1).none();
    typename Shape::Cells zone;
    if (LambdaKeys<Shape>::before_second_stone(node.s, side_)) return false;
    return threats_.only_answer(node.s, side_, zone) < 0 && Base::lookup(Base::child(node, pass)).numbers.proven();
  }

  const LineTables<Shape>& t_;
  ThreatAnalysis<Shape> threats_;
  LambdaKeys<Shape> keys_;
  Record& record_;
  std::unordered_set<std::uint64_t> seen_;
  int side_ = X;
};

// Searches of one game, each with an empty table and one thread.
template <class Shape>
class Sampler {
 public:
  using State = LineState<Shape>;
  using Cells = typename Shape::Cells;
  using Query = typename LambdaProblem<Shape>::Query;
  using Record = typename RecordingProblem<Shape>::Record;
  struct Found {
    bool won;
    std::uint64_t looked;  // positions
  };

  explicit Sampler(const Game& game) : game_(game), t_(game), book_(t_), threats_(t_), pool_(1) {}
  const LineTables<Shape>& tables() const { return t_; }

  // The first stone at most one step from the middle, each other one at most two steps from an earlier one.
  State position(int stones, SplitMix64& random) const {
    const int rows = game_.rules.rows, cols = game_.rules.cols;
    State s = State::from(t_, game_.start());
    s.play(t_, (rows / 2 + random.below(3) - 1) * cols + cols / 2 + random.below(3) - 1);
    while (!s.over() && t_.rules.size() - s.empties < stones) {
      const std::vector<int> cells = close_by(s);
      s.play(t_, cells[static_cast<std::size_t>(random.below(static_cast<int>(cells.size())))]);
    }
    return s;
  }
  Found search(const Query& q, std::uint64_t budget, std::uint64_t memory = short_search) {
    using Problem = LambdaProblem<Shape>;
    return run<Problem>(q, budget, memory,
                        [&](auto& table, Meter& meter) { return std::make_unique<Problem>(t_, book_, table, meter); });
  }
  void search(const Query& q, std::uint64_t budget, Record& record) {
    using Problem = RecordingProblem<Shape>;
    run<Problem>(q, budget, long_search,
                 [&](auto& table, Meter& meter) { return std::make_unique<Problem>(t_, book_, table, meter, record); });
  }
  // The moves that the search would choose from.
  std::vector<int> moves(const State& s) {
    std::vector<int> cells;
    for (Cells rest = threats_.timely(s); rest.any();) cells.push_back(rest.pop());
    return cells;
  }

 private:
  static constexpr std::uint64_t short_search = 4 << 20, long_search = 64 << 20;  // bytes

  template <class Problem, class Make>
  Found run(const Query& q, std::uint64_t budget, std::uint64_t memory, const Make& make) {
    SearchStatus status;
    Workspace<typename Problem::Table> space(memory, status, pool_);
    Crew<Problem, typename Problem::Table> crew(space, 1, [&](Meter& meter) { return make(space.table, meter); });
    const bool won = crew.search(q, budget).numbers.proven();
    return {won, status.nodes};
  }
  std::vector<int> close_by(const State& s) const {
    std::vector<int> cells;
    const Cells stones = s.stones[X] | s.stones[O];
    for (int cell = 0; cell < t_.rules.size(); ++cell)
      if (!stones.test(cell) && touches(cell, stones)) cells.push_back(cell);
    return cells;
  }
  bool touches(int cell, const Cells& stones) const {
    const int rows = t_.rules.rows, cols = t_.rules.cols;
    for (int row = cell / cols - 2; row <= cell / cols + 2; ++row)
      for (int col = cell % cols - 2; col <= cell % cols + 2; ++col)
        if (row >= 0 && row < rows && col >= 0 && col < cols && stones.test(row * cols + col)) return true;
    return false;
  }

  Game game_;
  LineTables<Shape> t_;
  OpeningBook<Shape> book_;
  ThreatAnalysis<Shape> threats_;
  ThreadPool pool_;
};

}  // namespace kinrow
