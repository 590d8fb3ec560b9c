#include "play/brain.hpp"

#include <algorithm>
#include <thread>

#include "play/alpha_beta.hpp"
#include "play/count_judge.hpp"
#include "play/pattern_judge.hpp"

namespace kinrow {
namespace {

using Roots = std::vector<MoveList::Move>;
using Clock = std::chrono::steady_clock;

constexpr int deepest = 60;

template <class Judge>
Roots roots_of(Judge& judge) {
  MoveList list;
  judge.moves(list, 100);
  Roots roots;
  for (int i = 0; i < list.size; ++i) {
    list.best_from(i);
    roots.push_back(list.at[i]);
  }
  return roots;
}

// The share of the time that is given which a part of the work may take; no deadline where there is no limit.
Clock::time_point share(const BrainLimits& limits, double part) {
  if (limits.deadline.time_since_epoch().count() == 0) return {};
  return limits.start + std::chrono::duration_cast<Clock::duration>((limits.deadline - limits.start) * part);
}

template <class Judge>
class BrainOf : public Brain {
 public:
  static constexpr bool sees_threats = std::is_same_v<Judge, PatternJudge>;

  BrainOf(const Game& game, std::uint64_t memory, int threads)
      : game_(game), tables_(game_), memory_(memory), threads_(threads) {}
  void forget() override { memory_.clear(); }

  BrainResult search(const Board& board, const BrainLimits& limits) override {
    nodes = 0;
    depth = 0;
    Effort effort(stop, nodes);
    effort.start(limits.deadline);
    Mind mind(*this, board, effort);
    Roots roots = roots_of(mind.judge);
    BrainResult out = first_of(mind.judge, roots);
    if (mind.judge.board().plies() > 0 && roots.size() > 1 && !forced(mind, limits, roots, out))
      deepen(mind, board, limits, roots, out);
    out.nodes = nodes + effort.spent() % Effort::every;
    return out;
  }
  BrainResult glance(const Board& board) override {
    Effort effort(stop, nodes);
    Judge judge(tables_, board, effort);
    return first_of(judge, roots_of(judge));
  }

 private:
  struct Mind {  // one thread's
    Mind(BrainOf& owner, const Board& board, Effort& effort)
        : judge(owner.tables_, board, effort), search(judge, owner.memory_, effort) {}
    Judge judge;
    AlphaBeta<Judge> search;
  };

  BrainResult first_of(Judge& judge, const Roots& roots) const {
    BrainResult out;
    if (roots.empty()) return out;
    out.cell = judge.board().plies() == 0 ? middle() : roots[0].cell;
    out.line = {out.cell};
    return out;
  }
  int middle() const { return game_.rules.rows / 2 * game_.rules.cols + game_.rules.cols / 2; }

  // What threats decide: a win that is seen, or moves that do not stop the other side's. True once there is nothing
  // left to search.
  bool forced(Mind& mind, const BrainLimits& limits, Roots& roots, BrainResult& out) {
    if constexpr (sees_threats) {
      PatternBoard& b = mind.judge.board();
      if (const int cell = winning(mind, limits, 0.2); cell >= 0) {
        out.cell = cell;
        out.line = {cell};
        out.score = mind.judge.verdict(0).value_or(sure_win - 5);
        return true;
      }
      b.pass();
      const bool menaced = winning(mind, limits, 0.3) >= 0;
      b.pass();
      if (menaced) keep_what_holds(mind, limits, roots);
      out = first_of(mind.judge, roots);
      tell(out);
    }
    return false;
  }
  // By fours, then by fours and threes, deeper and deeper.
  int winning(Mind& mind, const BrainLimits& limits, double part) {
    Effort effort(stop, nodes);
    effort.start(share(limits, part));
    ThreatSearch threats(mind.judge.board(), effort);
    if (const int cell = threats.by_fours(20'000); cell >= 0) return cell;
    for (int steps = 1; steps <= 8 && !effort.over(); ++steps)
      if (const int cell = threats.by_threes(steps, 4'000 << steps / 2); cell >= 0) return cell;
    return -1;
  }
  void keep_what_holds(Mind& mind, const BrainLimits& limits, Roots& roots) {
    PatternBoard& b = mind.judge.board();
    Roots holds, falls;
    Effort effort(stop, nodes);
    effort.start(share(limits, 0.55));
    ThreatSearch threats(b, effort);
    for (const MoveList::Move& move : roots) {
      b.play(move.cell);
      bool lost = !b.won() && threats.by_fours(2'000) >= 0;
      for (int steps = 1; steps <= 6 && !lost && !b.won() && !effort.over(); ++steps)
        lost = threats.by_threes(steps, 3'000) >= 0;
      b.undo(move.cell);
      (lost ? falls : holds).push_back(move);
    }
    if (!holds.empty()) roots = holds;
  }

  void deepen(Mind& mind, const Board& board, const BrainLimits& limits, Roots& roots, BrainResult& out) {
    std::atomic<bool> enough{false};
    std::vector<std::thread> helpers;
    for (int i = 1; i < threads_; ++i)
      helpers.emplace_back([&, i, mine = roots]() mutable {
        Effort effort(enough, nodes);
        effort.start(limits.deadline);
        Mind helper(*this, board, effort);
        for (int d = 1 + i % 2; d <= deepest && !effort.over(); ++d) helper.search.iterate(mine, d);
      });
    const int most = limits.depth > 0 ? std::min(limits.depth, deepest) : deepest;
    for (int d = 1; d <= most; ++d) {
      Roots now = roots;
      const bool whole = mind.search.iterate(now, d);
      if (!whole && now[0].cell == roots[0].cell && out.depth > 0) break;
      roots = now;
      out.cell = roots[0].cell;
      if (!whole) break;
      out.score = roots[0].score;
      out.depth = d;
      depth = d;
      out.line = mind.search.line(out.cell, 2 * d);
      tell(out);
      if (std::abs(out.score) > far_win || mind.judge.board().empties() < d) break;
      if (limits.deadline.time_since_epoch().count() != 0 && Clock::now() > share(limits, 0.6)) break;
    }
    enough = true;
    for (std::thread& t : helpers) t.join();
    if (out.line.empty() || out.line[0] != out.cell) out.line = {out.cell};
  }

  const Game game_;
  const typename Judge::Tables tables_;
  Memory memory_;
  const int threads_;
};

}  // namespace

std::unique_ptr<Brain> make_brain(const Game& game, std::uint64_t memory, int threads) {
  if (PatternBoard::plays(game.rules)) return std::make_unique<BrainOf<PatternJudge>>(game, memory, threads);
  return std::make_unique<BrainOf<CountJudge>>(game, memory, threads);
}

}  // namespace kinrow
