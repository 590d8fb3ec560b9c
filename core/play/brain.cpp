#include "play/brain.hpp"

#include <algorithm>

#include "play/alpha_beta.hpp"
#include "play/count_judge.hpp"
#include "play/pattern_judge.hpp"
#include "system/threads.hpp"

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
      : game_(game), tables_(game_), memory_(memory), pool_(threads) {}
  void forget() override { memory_.clear(); }

  BrainResult search(const Board& board, const BrainLimits& limits) override {
    nodes = 0;
    depth = 0;
    TimeControl time(stop, nodes);
    time.start(limits.deadline);
    Mind mind(*this, board, time);
    Roots roots = roots_of(mind.judge);
    BrainResult out = first_of(mind.judge, roots);
    if (mind.judge.board().plies() > 0 && roots.size() > 1 && !forced(mind, limits, roots, out))
      deepen(mind, board, limits, roots, out);
    out.nodes = nodes + time.spent() % TimeControl::every;
    return out;
  }
  BrainResult glance(const Board& board) override {
    TimeControl time(stop, nodes);
    Judge judge(tables_, board, time);
    return first_of(judge, roots_of(judge));
  }

 private:
  struct Mind {  // one thread's
    Mind(BrainOf& owner, const Board& board, TimeControl& time)
        : judge(owner.tables_, board, time), search(judge, owner.memory_, time) {}
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
    TimeControl time(stop, nodes);
    time.start(share(limits, part));
    Vct threats(mind.judge.board(), time);
    if (const int cell = threats.by_fours(20'000); cell >= 0) return cell;
    for (int steps = 1; steps <= 8 && !time.over(); ++steps)
      if (const int cell = threats.by_threes(steps, 4'000 << steps / 2); cell >= 0) return cell;
    return -1;
  }
  void keep_what_holds(Mind& mind, const BrainLimits& limits, Roots& roots) {
    PatternBoard& b = mind.judge.board();
    Roots holds, falls;
    TimeControl time(stop, nodes);
    time.start(share(limits, 0.55));
    Vct threats(b, time);
    for (const MoveList::Move& move : roots) {
      b.play(move.cell);
      bool lost = !b.won() && threats.by_fours(2'000) >= 0;
      for (int steps = 1; steps <= 6 && !lost && !b.won() && !time.over(); ++steps)
        lost = threats.by_threes(steps, 3'000) >= 0;
      b.undo(move.cell);
      (lost ? falls : holds).push_back(move);
    }
    if (!holds.empty()) roots = holds;
  }

  void deepen(Mind& mind, const Board& board, const BrainLimits& limits, Roots& roots, BrainResult& out) {
    std::atomic<bool> enough{false};
    const Roots first = roots;
    const auto work = [&](int i) {
      if (i == 0) {
        lead(mind, limits, roots, out);
        enough = true;
      } else {
        help(i, board, limits, first, enough);
      }
    };
    pool_.run(work, [&] { stop = enough = true; });
    if (out.line.empty() || out.line[0] != out.cell) out.line = {out.cell};
  }
  // Searches the same, over the same memory, and so prepares what the leading thread will ask.
  void help(int i, const Board& board, const BrainLimits& limits, Roots roots, std::atomic<bool>& enough) {
    TimeControl time(enough, nodes);
    time.start(limits.deadline);
    Mind helper(*this, board, time);
    for (int d = 1 + i % 2; d <= deepest && !time.over(); ++d) helper.search.iterate(roots, d);
  }
  void lead(Mind& mind, const BrainLimits& limits, Roots& roots, BrainResult& out) {
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
  }

  const Game game_;
  const typename Judge::Tables tables_;
  Memory memory_;
  ThreadPool pool_;
};

}  // namespace

std::unique_ptr<Brain> make_brain(const Game& game, std::uint64_t memory, int threads) {
  if (PatternBoard::plays(game.rules)) return std::make_unique<BrainOf<PatternJudge>>(game, memory, threads);
  return std::make_unique<BrainOf<CountJudge>>(game, memory, threads);
}

}  // namespace kinrow
