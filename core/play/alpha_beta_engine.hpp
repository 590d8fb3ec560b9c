// AlphaBetaEngine: the engine over one evaluator: threat searches at the root, then iterative deepening by one or
// several threads.
#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "play/alpha_beta.hpp"
#include "play/engine_limits.hpp"
#include "play/pattern_evaluator.hpp"
#include "system/threads.hpp"

namespace kinrow {

template <AlphaBetaEvaluator Evaluator>
class AlphaBetaEngine : public Engine {
 public:
  static constexpr bool sees_threats = std::is_same_v<Evaluator, PatternEvaluator>;

  // `make`: makes an oracle for the root, which gets a quarter of the memory; may be null.
  AlphaBetaEngine(const Game& game, std::uint64_t memory, int threads, const EngineWeights& weights, OracleMaker make)
      : game_(game), tables_(game_, weights), cache_(make ? memory - memory / 4 : memory), pool_(threads) {
    if (make) lambda_.emplace(game, make, memory / 4, stop, nodes);
  }
  void forget() override {
    cache_.clear();
    threats_.clear();
    if (lambda_) lambda_->forget();
  }

  EngineResult search(const Board& board, const EngineLimits& limits) override {
    nodes = 0;
    depth = 0;
    TimeControl time(stop, nodes);
    time.start(limits.deadline, limits.nodes);
    Searcher searcher(*this, board, time);
    RootMoves roots = root_moves(searcher.evaluator, limits);
    EngineResult out = first_move(searcher.evaluator, roots, limits);
    if (searcher.evaluator.board().plies() > 0) choose(searcher, board, limits, roots, out);
    out.nodes = spent(time);
    return out;
  }
  EngineResult instant_move(const Board& board, const EngineLimits& limits) override {
    TimeControl time(stop, nodes);
    Evaluator evaluator(tables_, board, time, threats_);
    return first_move(evaluator, root_moves(evaluator, limits), limits);
  }

 private:
  using RootMoves = std::vector<MoveList::Move>;

  // The share of a move's time by which each part of the work must end; tuned as the constants of PatternEvaluator.
  // The opponent's threats get what the search for one's own leaves.
  static constexpr double own_threats_until = 0.2, opponents_threats_until = 0.2, defenses_until = 0.45;

  // What the threat searches at the root may cost: stones tried per search, and attacking moves with threes. Set by
  // hand.
  static constexpr int fours_budget = 20'000, threes_budget = 4'000, deepest_threes = 8;
  static constexpr std::uint64_t lambda_budget = 2'000;  // positions per query, if nothing else limits it
  static constexpr int defense_fours_budget = 2'000, defense_threes_budget = 3'000, deepest_defense_threes = 6;

  static constexpr int threat_slots = 17;  // log2, of the table of threat searches: 1 MiB, what caches near a core hold

  static EngineLimits of_one_ply(EngineLimits limits) {
    limits.depth = 1;
    return limits;
  }
  // The stones so far, including those that the shared counter does not have yet.
  std::uint64_t spent(const TimeControl& time) const { return nodes + time.spent() % TimeControl::every; }

  struct Searcher {  // of one thread
    Searcher(AlphaBetaEngine& owner, const Board& board, TimeControl& time_control)
        : time(time_control), evaluator(owner.tables_, board, time, owner.threats_),
          search(evaluator, owner.cache_, time) {}
    TimeControl& time;
    Evaluator evaluator;
    AlphaBeta<Evaluator> search;
  };

  static RootMoves root_moves(Evaluator& evaluator, const EngineLimits& limits) {
    MoveList list;
    evaluator.generate(list, depth_of_root);
    RootMoves roots;
    for (int i = 0; i < list.size; ++i) {
      list.best_from(i);
      if (!excludes(limits, list.at[i].cell)) roots.push_back(list.at[i]);
    }
    return roots;
  }
  // By threats if they decide, else by a search: one ply deep if only one move is left, for its value.
  void choose(Searcher& searcher, const Board& board, const EngineLimits& limits, RootMoves& roots, EngineResult& out) {
    if (roots.size() > 1 && threats_decide(searcher, board, limits, roots, out)) return;
    const bool choice = roots.size() > 1;  // the threats may have left one move
    if (choice || (!roots.empty() && limits.value_only_move))
      deepen(searcher, board, choice ? limits : of_one_ply(limits), roots, out);
  }
  EngineResult first_move(Evaluator& evaluator, const RootMoves& roots, const EngineLimits& limits) const {
    EngineResult out;
    if (roots.empty()) return out;
    const bool begins = evaluator.board().plies() == 0;
    const int center = game_.rules.center();
    out.cell = begins && !excludes(limits, center) ? center : roots[0].cell;
    out.line = {out.cell};
    return out;
  }

  // True if the side to move wins by threats, so that nothing is left to search. If the opponent threatens to win by
  // threats, only the moves that stop him are kept.
  bool threats_decide(Searcher& searcher, const Board& board, const EngineLimits& limits, RootMoves& roots,
                      EngineResult& out) {
    if constexpr (sees_threats) {
      PatternBoard& b = searcher.evaluator.board();
      const int cell = lambda_ ? win_by_lambda(b, board, limits) : winning_threat(b, limits, own_threats_until);
      if (cell >= 0 && !excludes(limits, cell)) {
        found_win(searcher, cell, out);
        return true;
      }
      if (lambda_)
        keep_lambda_defenses(board, limits, roots);
      else
        keep_defenses(b, limits, roots);
      out = first_move(searcher.evaluator, roots, limits);
      out.nodes = spent(searcher.time);
      publish(out);
    } else if constexpr (requires { searcher.evaluator.winning_stone(); }) {
      TimeControl time(stop, nodes);
      time.start(at_share(limits, own_threats_until), nodes_at_share(limits, own_threats_until));
      const int cell = Evaluator(tables_, board, time, threats_).winning_stone();
      nodes = spent(time);
      if (cell < 0 || excludes(limits, cell)) return false;
      found_win(searcher, cell, out);
      return true;
    }
    return false;
  }
  void found_win(Searcher& searcher, int cell, EngineResult& out) const {
    out.cell = cell;
    out.line = {cell};
    out.score = searcher.evaluator.immediate_score(0).value_or(sure_win - searcher.evaluator.shortest_win());
  }
  int win_by_lambda(PatternBoard& b, const Board& board, const EngineLimits& limits) {
    TimeControl time(stop, nodes);
    time.start(at_share(limits, own_threats_until), nodes_at_share(limits, own_threats_until));
    if (const int cell = Vct(b, time, threats_).by_fours(fours_budget); cell >= 0) return cell;
    return lambda_->winning_move(board, allowance(limits, own_threats_until));
  }
  void keep_lambda_defenses(const Board& board, const EngineLimits& limits, RootMoves& roots) {
    const auto zone = lambda_->zone_of_threat(board, allowance(limits, opponents_threats_until));
    if (!zone) return;
    std::vector<int> moves;
    for (const MoveList::Move& move : roots)
      if (zone->test(move.cell)) moves.push_back(move.cell);
    if (moves.empty()) return;
    const std::vector<int> left = lambda_->defenses(board, moves, allowance(limits, defenses_until));
    std::erase_if(roots, [&](const MoveList::Move& move) {
      return std::find(left.begin(), left.end(), move.cell) == left.end();
    });
  }
  // What is left of the limits up to this share of them; a little if there are none.
  Allowance allowance(const EngineLimits& limits, double share) const {
    if (limits.nodes == 0) return {at_share(limits, share), is_set(limits.deadline) ? unlimited : lambda_budget};
    const std::uint64_t until = nodes_at_share(limits, share);
    return {at_share(limits, share), (until - std::min<std::uint64_t>(nodes, until)) / stones_per_position};
  }
  // By fours, then by fours and threes with increasing depth; -1 if no win was found.
  int winning_threat(PatternBoard& b, const EngineLimits& limits, double share) {
    TimeControl time(stop, nodes);
    time.start(at_share(limits, share), nodes_at_share(limits, share));
    Vct threats(b, time, threats_);
    if (const int cell = threats.by_fours(fours_budget); cell >= 0) return cell;
    for (int moves = 1; moves <= deepest_threes && !time.over(); ++moves)
      if (const int cell = threats.by_threes(moves, threes_budget << moves / 2); cell >= 0) return cell;
    return -1;
  }
  void keep_defenses(PatternBoard& b, const EngineLimits& limits, RootMoves& roots) {
    b.pass();
    const bool threatened = winning_threat(b, limits, opponents_threats_until) >= 0;
    b.pass();
    if (!threatened) return;
    RootMoves defenses;
    TimeControl time(stop, nodes);
    time.start(at_share(limits, defenses_until), nodes_at_share(limits, defenses_until));
    Vct threats(b, time, threats_);
    for (const MoveList::Move& move : roots) {
      b.play(move.cell);
      bool lost = !b.won() && threats.by_fours(defense_fours_budget) >= 0;
      for (int moves = 1; moves <= deepest_defense_threes && !lost && !b.won() && !time.over(); ++moves)
        lost = threats.by_threes(moves, defense_threes_budget) >= 0;
      b.undo(move.cell);
      if (!lost) defenses.push_back(move);
    }
    if (!defenses.empty()) roots = defenses;
  }

  // The threads search the same position over one table, at different depths (Lazy SMP); the leading thread reads what
  // a helper found first.
  void deepen(Searcher& searcher, const Board& board, const EngineLimits& limits, RootMoves& roots, EngineResult& out) {
    std::atomic<bool> enough{false};
    const RootMoves first = roots;
    const auto work = [&](int i) {
      if (i == 0) {
        lead(searcher, limits, roots, out);
        enough = true;
      } else {
        help(i, board, limits, first, enough);
      }
    };
    pool_.run(work, [&] { stop = enough = true; });
    if (out.line.empty() || out.line[0] != out.cell) out.line = {out.cell};
  }
  void help(int i, const Board& board, const EngineLimits& limits, RootMoves roots, std::atomic<bool>& enough) {
    TimeControl time(enough, nodes);
    time.start(limits.deadline, limits.nodes);
    Searcher helper(*this, board, time);
    for (int d = 1 + i % 2; d <= deepest && !time.over(); ++d) helper.search.iterate(roots, d);
  }
  void lead(Searcher& searcher, const EngineLimits& limits, RootMoves& roots, EngineResult& out) {
    const int most = limits.depth > 0 ? std::min(limits.depth, deepest) : deepest;
    Settling settling;
    for (int d = 1; d <= most; ++d) {
      RootMoves now = roots;
      const bool whole = searcher.search.iterate(now, d);
      if (!whole && now[0].cell == roots[0].cell && out.depth > 0) break;
      roots = now;
      out.cell = roots[0].cell;
      if (!whole) break;
      out.score = roots[0].score;
      out.depth = d;
      depth = d;
      out.nodes = spent(searcher.time);
      out.line = searcher.search.principal_variation(out.cell, 2 * d);
      publish(out);
      if (std::abs(out.score) > far_win || searcher.evaluator.board().empties() < d) break;
      settling.note(out.cell, out.score);
      if (settling.enough(limits)) break;
    }
  }

  const Game game_;
  const typename Evaluator::Tables tables_;
  SearchCache cache_;
  ThreatCache threats_{sees_threats ? threat_slots : 0};
  std::optional<RootThreats> lambda_;
  ThreadPool pool_;
};

}  // namespace kinrow
