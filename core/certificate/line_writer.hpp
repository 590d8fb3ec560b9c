// LineWriter: the proof writer for line games on boards of one size; it chooses among the ways to write a tree.
//
// A position is a leaf if a pairing or the potential holds. Otherwise the winner completes a line, wins by a sequence
// of fours, or makes the move that a short lambda search found, or else the oracle's. Of the loser's moves, only those
// that meet the winner's threats are written. If there are no threats, only those that no zone rules out are written,
// the most promising first, because its refutation says most about the others. A move that is dominated by an earlier
// one with a weak tree takes three bytes. If the winner only has to stop lines, the tree continues in the weak game
// (breaker_writer.hpp).
//
// Short lambda searches come first because the oracle's move also wins, but perhaps later. Zones are counted (`O`, `Z`)
// only if a lambda search found the whole win. Wherever possible, a subtree, with its sequences, hits and references,
// stays within the zone that the search found for it: a wider zone would need trees that nobody has searched. Figures:
// docs/experiments/proof-writer.md.
#pragma once
#include <cassert>
#include <optional>
#include <utility>

#include "board/transform.hpp"
#include "certificate/breaker_writer.hpp"
#include "certificate/leaves.hpp"
#include "certificate/promising.hpp"
#include "certificate/proof_index.hpp"
#include "certificate/proof_stream.hpp"
#include "certificate/writers.hpp"
#include "lambda/hitting_set.hpp"
#include "lambda/lambda_problem.hpp"
#include "threat/line_fours.hpp"

namespace kinrow {

template <class Shape>
class LineWriter : public ProofWriter {
 public:
  LineWriter(const Game& game, ProofOracle& oracle, std::uint64_t memory, Sink sink)
      : tables_(game), rules_(game.rules), piece_(game.piece), monotone_(!rules_.exact && !rules_.misere),
        oracle_(oracle), out_(std::move(sink)), leaves_(tables_), vcf_(tables_, most_positions), hitting_(tables_),
        known_(game, memory), weak_(game, oracle, out_, known_) {}

  bool write(const Board& board, const Claim& claim) override {
    claim_ = claim;
    known_.clear();
    weak_.begin(other());
    const State s = State::from(tables_, board);
    written_ = piece_ ? hold(s) : begin(s, 1);
    out_.flush();
    return written_.has_value();
  }
  TreeSummary summary() const override {
    assert(written_);
    return {known_.count(), resized<AnyCells>(written_->zone), written_->weak};
  }

 private:
  using State = LineState<Shape>;
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using Stage = ThreatStage<Shape>;
  using Found = ProvedTree<Cells>;
  using Result = std::optional<Found>;
  // What a node requires of the tree below it. `preferred`: cells that the zone above has anyway; `order`: how many
  // further stones of the loser the tree must tolerate; `within`: the zone of the found tree that this one is part of;
  // `may_prune`: whether the zone of this tree may rule out moves above it.
  struct TreeContext {
    Cells preferred;
    int order;
    Cells within;
    bool may_prune = true;

    int order_above() const { return order == any_number ? order : order + 1; }
    TreeContext one_more(const Cells& allowed) const { return {preferred, order_above(), within & allowed}; }
    TreeContext with(const Cells& zone) const { return {preferred | zone, order, within, may_prune}; }
  };

  // What a zone may have in a tree of this order.
  const Cells& all(int order) const { return tables_.allowed[order > 0]; }
  // Whether zones are worth their bytes: in exact games they rule out no moves; in misère games there are none.
  bool zoned(int order) const { return monotone_ || (!rules_.misere && order != any_number); }
  // Zones are counted if a lambda search knows the whole win or finds it within the budget, but never before the
  // winner's second stone, where every answer has its own tree.
  Result begin(const State& s, std::uint64_t budget) {
    const LambdaWin found = lambda_win(s, {{}, claim_.order, all(claim_.order)}, deepest_order_of(rules_), budget);
    if (!rules_.one_board()) return prove(s, {{}, claim_.order, all(claim_.order)});
    if (!found.found && tables_.by_ply < Game::any_ply) return std::nullopt;
    if (!found.found) return prove(s, {{}, any_number, all(any_number), rules_.stones == 1});
    if (LambdaKeys<Shape>::before_second_stone(s, claim_.side) && !completes(s))
      return begin_before_second_stone(s, found.move);
    out_.letter(Letter::counts_zones);
    return prove(s, {{}, 0, all(0)}) ? Result({s.empty(tables_), false}) : std::nullopt;
  }
  Result begin_before_second_stone(const State& s, int mine) {
    Cells rest = s.to_move == claim_.side ? Cells::one(mine) : s.empty(tables_);
    out_.letter(s.to_move == claim_.side ? Letter::move : Letter::all_moves);
    while (rest.any()) {
      const int move = promising(s, rest);
      rest.reset(move);
      out_.cell(move);
      State child = s;
      child.play(tables_, move);
      if (!begin(child, whole_win_budget)) return std::nullopt;
    }
    return remember(s, {s.empty(tables_), false});
  }
  Result prove(const State& s, const TreeContext& context) {
    const int order = context.order;
    if (s.empties == 0) return Found{Cells{}, true};
    if (const auto seen = known_.find(s.stones, s.to_move, s.left, order);
        seen && context.within.holds(seen->found.zone)) {
      out_.reference(seen->distance, seen->symmetry);
      return seen->found;
    }
    if (const auto seen = with_fewer(s, context)) {
      out_.reference(seen->distance, seen->symmetry, Letter::reference_to_fewer);
      return seen->found;
    }
    if (Result leaf = open_lines(s)) return leaf;
    const bool held = breaker_holds(s);
    if (!held && completes(s)) return complete(s, context);
    Result found = held ? hold(s) : s.to_move == claim_.side ? answer(s, context) : meet_all(s, context);
    if (found) found->order = found->weak ? any_number : order;
    return found ? remember(s, *found) : found;
  }
  // The tree of the same position without one of the loser's stones, if it was written and tolerates that stone.
  std::optional<typename ProofIndex<Cells>::Seen> with_fewer(const State& s, const TreeContext& context) {
    const int order = context.order_above();
    if (!zoned(order)) return std::nullopt;
    return known_.find_without(s.stones, other(), s.to_move, s.left, order, [&](const auto& seen, int cell) {
      return !seen.found.zone.test(cell) && context.within.holds(seen.found.zone);
    });
  }
  bool breaker_holds(const State& s) {
    return !rules_.misere && !claim_.wins && single(s) && oracle_.breaker_holds(board(s), other());
  }
  Result hold(const State& s) {
    if (!piece_) out_.letter(Letter::weak_game);  // a piece is in the weak game from the start
    const auto zone = weak_.write(s);
    return zone ? Result({*zone, true}) : std::nullopt;
  }
  Found remember(const State& s, Found found) {
    if (!zoned(found.order)) found = {s.empty(tables_), false};
    known_.add(s.stones, s.to_move, s.left, found);
    out_.flush(ProofStream::page);
    return found;
  }

  // From here on both sides place single stones: a longer first turn is over.
  bool single(const State& s) const { return rules_.stones == 1 && s.left == 1; }

  Result open_lines(const State& s) {
    if (claim_.wins) return std::nullopt;
    const auto leaf = leaves_.find(s, claim_.side);
    if (!leaf) return std::nullopt;
    if (leaf->sets) {
      out_.pairing(*leaf->sets);
      return remember(s, {leaf->zone, true});
    }
    out_.letter(Letter::potential);
    return monotone_ ? Found{leaf->zone, true} : Found{s.empty(tables_), false};
  }

  bool completes(const State& s) const {
    return s.to_move == claim_.side && !rules_.misere && s.missing(tables_, claim_.side) <= s.left;
  }
  Result complete(const State& s, const TreeContext& context) {
    out_.letter(Letter::completes);
    const Lines mine = s.within(tables_, claim_.side, s.left);
    const Cells gap = tables_.cells[mine.lowest()] & s.empty(tables_);
    return write_hits(s, gap, {{dangers(s, 1, context.order), s.empty(tables_), 1}}, context);
  }
  Lines dangers(const State& s, int need, int order) const { return hitting_.dangers(s, other(), need, order); }
  // Writes the hits of a tree that relies on a line of the winner: the cells that make its zone valid. If no cells do,
  // the zone becomes all empty cells; a class of boards has no such zone, so there is no tree.
  Result write_hits(const State& s, const Cells& cells, const std::vector<Stage>& stages, const TreeContext& context) {
    Cells zone;
    const auto holds = [&](const Cells& hits) {
      zone = cells;
      return hitting_.extend(stages, context.preferred, hits, zone);
    };
    // Hits are worth their bytes only if the zone may prune; without them, too, the checker takes a zone that holds.
    const bool safe = zoned(context.order) &&
                      (context.may_prune ? holds(context.within) || holds(all(context.order)) : holds(Cells{}));
    Cells hits = safe ? zone - cells : Cells{};
    out_.number(static_cast<std::uint64_t>(hits.count()));
    while (hits.any()) out_.cell(hits.pop());
    if (!safe && !rules_.one_board()) return std::nullopt;
    return Found{safe ? zone : s.empty(tables_), false};
  }

  Result answer(const State& s, TreeContext context) {
    if (single(s) && !rules_.misere)
      if (const auto moves = vcf_.moves(s, s.empty(tables_) & context.within, tables_.by_ply - context.order);
          !moves.empty() && has_zone(s, moves, context))
        return sequence(s, moves, context);
    int move = pairing_move(s);
    if (move < 0) {
      const LambdaWin found = lambda_win(s, context);
      move = found.move;
      if (found.found) context.within = resized<Cells>(found.zone) & all(context.order);
    }
    if (move < 0) move = oracle_.best_move(board(s), claim_.wins ? 1 : 0);
    if (move < 0) return std::nullopt;
    out_.letter(Letter::move);
    out_.cell(move);
    State child = s;
    child.play(tables_, move);
    Result below = prove(child, context);
    if (below) below->zone.set(move);
    return below;
  }
  // If zones are counted, finds the tree that was found with them; otherwise a short win, because the oracle's may take
  // longer.
  LambdaWin lambda_win(const State& s, const TreeContext& context) {
    if (context.order != any_number) return lambda_win(s, context, deepest_order_of(rules_), subtree_budget);
    return lambda_win(s, {{}, 0, all(0)}, 1, short_win_budget);
  }
  LambdaWin lambda_win(const State& s, const TreeContext& context, int max_order, std::uint64_t budget) {
    if (!claim_.wins || rules_.misere || !single(s)) return {};
    std::optional<AnyCells> within;
    if (!(context.within == all(context.order))) within = resized<AnyCells>(context.within);
    return oracle_.lambda_win(board(s), {claim_.side, context.order, max_order, budget, within});
  }
  // Budgets of lambda searches, in positions. `subtree_budget`: inside a tree that was found before (the table may have
  // lost the entry, or the zone written may be wider than the one found). `whole_win_budget`: for the whole win, after
  // each answer to the first stone. `short_win_budget`: for a short win. Measured: docs/experiments/proof-writer.md.
  static constexpr std::uint64_t subtree_budget = 1 << 26, whole_win_budget = 1 << 30, short_win_budget = 2000;
  static constexpr int most_tries = 24;       // moves after which a pairing is looked for; measured
  static constexpr int most_positions = 200;  // per forced sequence
  // A move after which a pairing holds, so that the tree ends here whatever the oracle's move is; -1 if none was found.
  int pairing_move(const State& s) {
    if (claim_.wins || rules_.misere) return -1;
    Cells rest = s.completing(tables_, other());
    if (rest.none()) rest = s.empty(tables_);
    for (int tries = most_tries; tries > 0 && rest.any(); --tries) {
      const int move = promising(s, rest);
      rest.reset(move);
      State child = s;
      child.play(tables_, move);
      if (leaves_.paired(child, claim_.side)) return move;
    }
    return -1;
  }
  // Writes the moves; returns their cells, and adds the stages for the hits.
  Cells forced_cells(const State& s, const std::vector<int>& moves, std::vector<Stage>& stages, int order) {
    for (const int move : moves) out_.cell(move);
    return hitting_.sequence(s, moves, order, stages);
  }
  // Whether this forced sequence has a zone that suits the context. On a single board, if the context limits no zone,
  // all empty cells do.
  bool has_zone(const State& s, const std::vector<int>& moves, const TreeContext& context) const {
    if (rules_.one_board() && context.within == all(context.order)) return true;
    std::vector<Stage> stages;
    Cells zone = hitting_.sequence(s, moves, context.order, stages);
    return hitting_.extend(stages, context.preferred, context.within, zone) && context.within.holds(zone);
  }
  Result sequence(const State& s, const std::vector<int>& moves, const TreeContext& context) {
    out_.letter(Letter::sequence);
    std::vector<Stage> stages;
    const Cells cells = forced_cells(s, moves, stages, context.order);
    return write_hits(s, cells, stages, context);
  }

  Result meet_all(const State& s, const TreeContext& context) {
    if (!rules_.misere)
      if (const Lines threats = s.within(tables_, claim_.side, rules_.stones); threats.any())
        return meet_threats(s, threats, context);
    if (single(s) && !rules_.misere) {
      const State passed = s.passed(tables_, context.order);
      if (context.order != any_number) {
        if (lambda_win(passed, context.one_more(all(1))).found) return null_move(s, passed, context);
      } else if (const auto moves = vcf_.moves(passed, passed.empty(tables_)); !moves.empty()) {
        return disturb(s, passed, moves, context);
      }
    }
    if (!rules_.one_board()) return std::nullopt;
    out_.letter(Letter::all_moves);
    return write_moves(s, s.empty(tables_), context);
  }
  Result disturb(const State& s, const State& passed, const std::vector<int>& moves, const TreeContext& context) {
    out_.letter(Letter::disturbing_moves);
    std::vector<Stage> stages;
    State at = passed;
    Cells rest = forced_cells(passed, moves, stages, any_number);
    for (const int move : moves) {
      at.play(tables_, move);
      rest |= at.gaps(tables_, at.with(tables_, other(), rules_.k - 2));
      if (const Cells wins = at.completing(tables_, claim_.side); wins.count() == 1) at.play(tables_, wins.lowest());
    }
    if (!write_moves(s, rest, context)) return std::nullopt;
    return Found{s.empty(tables_), false};
  }
  // The winner still wins after a pass, so only moves in the zone of that tree need trees; and those on the lines of a
  // stone that the tree lacks.
  Result null_move(const State& s, const State& passed, const TreeContext& context) {
    const bool drops = s.drops(tables_, context.order);
    out_.letter(drops ? Letter::drops_stone : Letter::null_move);
    if (drops) {
      out_.cell(tables_.dropped);
      out_.number(1);  // tree after the pass
      if (rules_.exact) out_.reserve(tables_.reserved);
    }
    const Result idle = prove(passed, context.one_more(all(1)));
    if (!idle) return std::nullopt;
    Found found{idle->zone, false};
    for (Cells rest = idle->zone | s.on_dropped_lines(tables_, context.order, idle->zone); rest.any();) {
      const int move = promising(s, rest);
      rest.reset(move);
      out_.cell(move);
      TreeContext its = context.with(found.zone);
      if (!context.within.test(move)) its.within = all(context.order);
      const Result below = reply(s, move, its);
      if (!below) return below;
      found.zone |= below->zone;
    }
    return found;
  }
  Result meet_threats(const State& s, const Lines& threats, const TreeContext& context) {
    out_.letter(Letter::meets_threats);
    const Cells empty = s.empty(tables_);
    Cells zone, answers;
    if (s.left > 1)
      zone = answers = tables_.smallest_gap(threats, empty);
    else
      answers = s.meeting(tables_, threats, zone);
    Lines lines = dangers(s, s.left + 1, context.order);
    for (Cells rest = answers; rest.any();) {
      const int move = rest.pop();
      lines -= tables_.through[move];
      const Result below = reply(s, move, context.with(zone));
      if (!below) return below;
      zone |= below->zone;
    }
    return write_hits(s, zone, {{lines, empty, s.left + 1}}, context);
  }

  // Writes a tree, or a domination, for each of these moves of the loser that no zone rules out.
  Result write_moves(const State& s, Cells rest, const TreeContext& context) {
    Cells zone, weak_moves;
    bool weak = true;
    while (rest.any()) {
      const int move = promising(s, rest);
      rest.reset(move);
      if (const int better = dominating(s, move, weak_moves); better >= 0) {
        for (int cell : {rules_.size(), move, better}) out_.cell(cell);
        zone.set(move);
        zone.set(better);
        continue;
      }
      out_.cell(move);
      const Result below = reply(s, move, context.one_more(all(1)).with(zone));
      if (!below) return below;
      zone |= below->zone;
      weak = weak && below->weak;
      if (below->weak) weak_moves.set(move);
      if (monotone_) rest &= below->zone;
    }
    return Found{zone, weak};
  }
  Result reply(const State& s, int move, const TreeContext& context) {
    State child = s;
    child.play(tables_, move);
    if (rules_.misere && child.over()) return Found{Cells{}, false};
    return prove(child, context);
  }
  // A move with a weak tree that is on each of the loser's lines through this one; -1 if there is none.
  int dominating(const State& s, int move, Cells weak_moves) const {
    const Lines lines = s.live(tables_, other()) & tables_.through[move];
    while (weak_moves.any()) {
      const int better = weak_moves.pop();
      if (tables_.through[better].holds(lines)) return better;
    }
    return -1;
  }
  int promising(const State& s, const Cells& moves) const {
    return most_promising(tables_, moves, [&](int n) { return s.with(tables_, other(), n); });
  }

  int other() const { return claim_.side ^ 1; }
  Board board(const State& s) const { return board_with(rules_.size(), s.stones, s.to_move, s.left); }

  LineTables<Shape> tables_;
  Rules rules_;
  bool piece_, monotone_;
  ProofOracle& oracle_;
  ProofStream out_;
  Leaves<Shape> leaves_;
  Vcf<FoursByPromise<Shape>> vcf_;
  HittingSet<Shape> hitting_;
  Claim claim_{};
  Result written_;
  ProofIndex<Cells> known_;
  BreakerWriter<Shape> weak_;
};

template <class Shape>
std::unique_ptr<ProofWriter> make_writer_of(const Game& g, ProofOracle& oracle, std::uint64_t memory,
                                            ProofWriter::Sink sink) {
  return std::make_unique<LineWriter<Shape>>(g, oracle, memory, std::move(sink));
}

}  // namespace kinrow
