// LineWriter: the proof writer for line games on boards of one size; how it chooses among the ways to tell a tree.
//
// A position is a leaf where it can be: a pairing, or the potential. Else P completes a line, or wins by a forced
// sequence, or by an attack near at hand, or makes the keeper's move; Q's moves are only those that meet P's threats,
// or all that no zone rules out, the most promising first, for its refutation tells most about the others. A move that
// a told one dominates, told by stopping alone, takes three bytes. Where P holds by stopping alone the tree goes on in
// the weak game (weak_writer.hpp).
//
// Attacks near at hand, for what the keeper plays wins too but may take its time, bytes without and with them: (9,4,4)
// 80 k and 67 k, (20,4,4) 1.09 M and 0.73 M, (27,4,4) more than 92 M and 0.88 M. Zones are counted (`O`, `Z`) only
// where an attack found the whole win: on four columns they made files twice as large, for a stone outside a zone is
// rare there, and positions told for fewer stones cannot be referred to for more.
#pragma once
#include <optional>
#include <utility>

#include "board/transform.hpp"
#include "prove/attack.hpp"
#include "prove/forced.hpp"
#include "prove/hits.hpp"
#include "prove/leaves.hpp"
#include "prove/promising.hpp"
#include "prove/remembered.hpp"
#include "prove/telling.hpp"
#include "prove/weak_writer.hpp"
#include "prove/writers.hpp"

namespace kinrow {

template <class Shape>
class LineWriter : public ProofWriter {
 public:
  LineWriter(const Game& game, Keeper& keeper, std::uint64_t memory, Sink sink)
      : tables_(game), rules_(game.rules), monotone_(!rules_.exact && !rules_.misere), keeper_(keeper),
        out_(std::move(sink)), leaves_(tables_), forced_(tables_, 200), hits_(tables_), known_(game.rules, memory),
        weak_(game, keeper, out_, known_), all_(Cells::first(rules_.size())) {}

  bool write(const Board& board, const Claim& claim) override {
    claim_ = claim;
    known_.clear();
    weak_.begin(other());
    const State s = State::from(tables_, board);
    const bool done = begin(s, 1).has_value();
    out_.flush();
    return done;
  }
  std::uint64_t nodes() const override { return known_.count(); }

 private:
  using State = LineState<Shape>;
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using Stage = typename Hits<Shape>::Stage;
  using Found = ProvedTree<Cells>;
  using Result = std::optional<Found>;
  // What a tree is told for: cells that the zone above holds anyway; how many further stones of Q's it must bear; the
  // zone of the tree that was found and that this one is part of; whether its own zone may rule out moves above.
  struct Terms {
    Cells liked;
    int order;
    Cells within;
    bool ruling = true;

    Terms one_more() const { return {liked, order == any_number ? order : order + 1, within}; }
    Terms with(const Cells& zone) const { return {liked | zone, order, within, ruling}; }
  };

  // Whether zones are worth their bytes: in exact games no move rules another out. In misere games there are none.
  bool zoned(int order) const { return monotone_ || (!rules_.misere && order != any_number); }
  // Zones are counted where an attack has found the whole win, or finds it within the budget; but not before its second
  // stone, where every answer has a tree of its own.
  Result begin(const State& s, std::uint64_t budget) {
    const Keeper::Attacked found = attack(s, {{}, 0, all_}, Attack<Shape>::deepest, budget);
    if (!found.wins) return prove(s, {{}, any_number, all_, rules_.stones == 1});
    if (AttackPositions<Shape>::bare(s, claim_.side) && !completes(s)) return begin_bare(s, found.move);
    out_.byte('O');
    if (!prove(s, {{}, 0, all_})) return std::nullopt;
    return Found{s.empty(tables_), false};
  }
  Result begin_bare(const State& s, int mine) {
    Cells rest = s.to_move == claim_.side ? Cells::one(mine) : s.empty(tables_);
    out_.byte(s.to_move == claim_.side ? 'M' : 'A');
    while (rest.any()) {
      const int move = promising(s, rest);
      rest.reset(move);
      out_.cell(move);
      State child = s;
      child.play(tables_, move);
      if (!begin(child, ample)) return std::nullopt;
    }
    return remember(s, {s.empty(tables_), false});
  }
  Result prove(const State& s, const Terms& terms) {
    const int order = terms.order;
    if (s.empties == 0) return Found{Cells{}, true};
    if (const auto seen = known_.find(s.stones, s.to_move, s.left, order)) {
      out_.reference(seen->distance, seen->turn);
      return seen->found;
    }
    if (const auto seen = with_fewer(s, terms.one_more().order)) {
      out_.reference(seen->distance, seen->turn, 'S');
      return seen->found;
    }
    if (Result leaf = held(s)) return leaf;
    if (stopped(s)) return stop(s);
    if (completes(s)) return complete(s, terms);
    Result found = s.to_move == claim_.side ? answer(s, terms) : meet_all(s, terms);
    if (found) found->order = found->weak ? any_number : order;
    return found ? remember(s, *found) : found;
  }
  // A tree told for the position without one of Q's stones, that bears this one: of this order.
  std::optional<typename Remembered<Cells>::Seen> with_fewer(const State& s, int order) {
    if (!zoned(order)) return std::nullopt;
    for (Cells rest = s.stones[other()]; rest.any();) {
      const int cell = rest.pop();
      Cells stones[2] = {s.stones[X], s.stones[O]};
      stones[other()].reset(cell);
      const auto seen = known_.find(stones, s.to_move, s.left, order);
      if (seen && !seen->found.zone.test(cell)) return seen;
    }
    return std::nullopt;
  }
  bool stopped(const State& s) {
    return !rules_.misere && !claim_.wins && single(s) && keeper_.stopped(told(s), other());
  }
  Result stop(const State& s) {
    out_.byte('B');
    const auto zone = weak_.write(s);
    if (!zone) return std::nullopt;
    return remember(s, {*zone, true});
  }
  Found remember(const State& s, Found found) {
    if (!zoned(found.order)) found = {s.empty(tables_), false};
    known_.add(s.stones, s.to_move, s.left, found);
    out_.flush(1 << 16);
    return found;
  }

  // Both sides place one stone in turn from here on: a longer first turn is over.
  bool single(const State& s) const { return rules_.stones == 1 && s.left == 1; }

  Result held(const State& s) {
    if (claim_.wins) return std::nullopt;
    const auto leaf = leaves_.find(s, claim_.side);
    if (!leaf) return std::nullopt;
    if (leaf->sets) {
      out_.pairing(*leaf->sets);
      return remember(s, {leaf->zone, true});
    }
    out_.byte('E');
    return monotone_ ? Found{leaf->zone, true} : Found{s.empty(tables_), false};
  }

  bool completes(const State& s) const {
    return s.to_move == claim_.side && !rules_.misere && s.missing(tables_, claim_.side) <= s.left;
  }
  Found complete(const State& s, const Terms& terms) {
    out_.byte('W');
    const Lines mine = s.within(tables_, claim_.side, s.left);
    const Cells gap = tables_.cells[mine.lowest()] & s.empty(tables_);
    return {tell_hits(s, gap, {{dangers(s, 1, terms.order), s.empty(tables_), 1}}, terms), false};
  }
  Lines dangers(const State& s, int need, int order) const { return hits_.dangers(s, other(), need, order); }
  // The zone of a tree that relies on a line of P's: with the hits that it needs, or all empty cells.
  Cells tell_hits(const State& s, const Cells& cells, const std::vector<Stage>& stages, const Terms& terms) {
    Cells zone = cells;
    const bool safe = terms.ruling && zoned(terms.order) && hits_.add(stages, terms.liked, zone);
    Cells hits = safe ? zone - cells : Cells{};
    out_.number(static_cast<std::uint64_t>(hits.count()));
    while (hits.any()) out_.cell(hits.pop());
    return safe ? zone : s.empty(tables_);
  }

  Result answer(const State& s, Terms terms) {
    if (single(s) && !rules_.misere)
      if (const auto moves = forced_.moves(s, s.empty(tables_)); !moves.empty()) return sequence(s, moves, terms);
    int move = quiet(s);
    if (move < 0) {
      const Keeper::Attacked found = attack(s, terms);
      move = found.move;
      if (found.wins) terms.within = resized<Cells>(found.zone);
    }
    if (move < 0) move = keeper_.keeper(told(s), claim_.wins ? 1 : 0);
    if (move < 0) return std::nullopt;
    out_.byte('M');
    out_.cell(move);
    State child = s;
    child.play(tables_, move);
    Result below = prove(child, terms);
    if (below) below->zone.set(move);
    return below;
  }
  // Where zones are counted, the play that was found with them; else a win near at hand: what the keeper plays wins
  // too, but may take its time.
  Keeper::Attacked attack(const State& s, const Terms& terms) {
    if (terms.order != any_number) return attack(s, terms, Attack<Shape>::deepest, much);
    return attack(s, {{}, 0, all_}, 1, 2000);
  }
  Keeper::Attacked attack(const State& s, const Terms& terms, int last, std::uint64_t budget) {
    if (!claim_.wins || rules_.misere || !single(s)) return {};
    std::optional<AnyCells> within;
    if (!(terms.within == all_)) within = resized<AnyCells>(terms.within);
    return keeper_.attack(told(s), {claim_.side, terms.order, last, budget, within});
  }
  // Positions for a question inside a tree that an attack has found: its own answer may be lost from the table, or the
  // zone told be wider than the one found. 1 << 20 was too few for (13,13,5), and what comes after that too slow.
  static constexpr std::uint64_t much = 1 << 26, ample = 1 << 30;
  // A move after which a pairing holds, so that the tree ends here whatever the keeper would have played; -1 if none is
  // seen. Positions told for (5,5,4) and (7,7,5) without it 1,730 and 22,164, with it 862 and 5,989; if it tries but 6
  // moves 886 and 6,631.
  int quiet(const State& s) {
    if (claim_.wins || rules_.misere) return -1;
    Cells rest = s.completing(tables_, other());
    if (rest.none()) rest = s.empty(tables_);
    for (int tries = 24; tries > 0 && rest.any(); --tries) {
      const int move = promising(s, rest);
      rest.reset(move);
      State child = s;
      child.play(tables_, move);
      if (leaves_.paired(child, claim_.side)) return move;
    }
    return -1;
  }
  // Tells the moves; the cells that they need, and the stages for the hits.
  Cells forced_cells(const State& s, const std::vector<int>& moves, std::vector<Stage>& stages, int order) {
    for (const int move : moves) out_.cell(move);
    return hits_.sequence(s, moves, order, stages);
  }
  Found sequence(const State& s, const std::vector<int>& moves, const Terms& terms) {
    out_.byte('V');
    std::vector<Stage> stages;
    const Cells cells = forced_cells(s, moves, stages, terms.order);
    return {tell_hits(s, cells, stages, terms), false};
  }

  Result meet_all(const State& s, const Terms& terms) {
    if (!rules_.misere)
      if (const Lines threats = s.within(tables_, claim_.side, rules_.stones); threats.any())
        return meet_threats(s, threats, terms);
    if (single(s) && !rules_.misere) {
      State passed = s;
      passed.to_move ^= 1;
      if (terms.order != any_number) {
        if (attack(passed, terms.one_more()).wins) return null_move(s, passed, terms);
      } else if (const auto moves = forced_.moves(passed, passed.empty(tables_)); !moves.empty()) {
        return disturb(s, passed, moves, terms);
      }
    }
    out_.byte('A');
    return every(s, s.empty(tables_), terms);
  }
  Result disturb(const State& s, const State& passed, const std::vector<int>& moves, const Terms& terms) {
    out_.byte('N');
    std::vector<Stage> stages;
    State at = passed;
    Cells rest = forced_cells(passed, moves, stages, any_number);
    for (const int move : moves) {
      at.play(tables_, move);
      rest |= at.gaps(tables_, at.with(tables_, other(), rules_.k - 2));
      if (const Cells wins = at.completing(tables_, claim_.side); wins.count() == 1) at.play(tables_, wins.lowest());
    }
    if (!every(s, rest, terms)) return std::nullopt;
    return Found{s.empty(tables_), false};
  }
  // P wins if Q passes: only moves in the zone of that tree need trees of their own.
  Result null_move(const State& s, const State& passed, const Terms& terms) {
    out_.byte('Z');
    const Result idle = prove(passed, terms.one_more());
    if (!idle) return idle;
    Found found{idle->zone, false};
    for (Cells rest = idle->zone; rest.any();) {
      const int move = promising(s, rest);
      rest.reset(move);
      out_.cell(move);
      Terms its = terms.with(found.zone);
      if (!terms.within.test(move)) its.within = all_;
      const Result below = reply(s, move, its);
      if (!below) return below;
      found.zone |= below->zone;
    }
    return found;
  }
  Result meet_threats(const State& s, const Lines& threats, const Terms& terms) {
    out_.byte('T');
    const Cells empty = s.empty(tables_);
    Cells zone, answers = empty;
    if (s.left > 1) {
      zone = answers = tightest(threats, empty);
    } else {
      answers = s.meeting(tables_, threats, zone);
    }
    Lines lines = dangers(s, s.left + 1, terms.order);
    for (Cells rest = answers; rest.any();) {
      const int move = rest.pop();
      lines -= tables_.through[move];
      const Result below = reply(s, move, terms.with(zone));
      if (!below) return below;
      zone |= below->zone;
    }
    return Found{tell_hits(s, zone, {{lines, empty, s.left + 1}}, terms), false};
  }
  Cells tightest(Lines threats, const Cells& empty) const {
    Cells best = empty;
    bool first = true;
    while (threats.any()) {
      const Cells gap = tables_.cells[threats.pop()] & empty;
      if (first || gap.count() < best.count()) best = gap;
      first = false;
    }
    return best;
  }

  // Accounts for all these moves of Q's.
  Result every(const State& s, Cells rest, const Terms& terms) {
    Cells zone, tame;
    bool weak = true;
    while (rest.any()) {
      const int move = promising(s, rest);
      rest.reset(move);
      if (const int better = dominating(s, move, tame); better >= 0) {
        for (int cell : {rules_.size(), move, better}) out_.cell(cell);
        zone.set(move);
        zone.set(better);
        continue;
      }
      out_.cell(move);
      const Result below = reply(s, move, terms.one_more().with(zone));
      if (!below) return below;
      zone |= below->zone;
      weak = weak && below->weak;
      if (below->weak) tame.set(move);
      if (monotone_) rest &= below->zone;
    }
    return Found{zone, weak};
  }
  Result reply(const State& s, int move, const Terms& terms) {
    State child = s;
    child.play(tables_, move);
    if (rules_.misere && child.over()) return Found{Cells{}, false};
    return prove(child, terms);
  }
  // A move whose tree is weak, on each of Q's lines through this one; -1 if there is none.
  int dominating(const State& s, int move, Cells tame) const {
    const Lines lines = s.live(tables_, other()) & tables_.through[move];
    while (tame.any()) {
      const int better = tame.pop();
      if (tables_.through[better].holds(lines)) return better;
    }
    return -1;
  }
  int promising(const State& s, const Cells& moves) const {
    return most_promising(tables_, moves, [&](int n) { return s.with(tables_, other(), n); });
  }

  int other() const { return claim_.side ^ 1; }
  Board told(const State& s) const {
    Board b;
    for (int c = 0; c < rules_.size(); ++c)
      b.cells.push_back(static_cast<signed char>(s.stones[X].test(c) ? X : s.stones[O].test(c) ? O : -1));
    b.to_move = s.to_move;
    b.left = s.left;
    return b;
  }

  LineTables<Shape> tables_;
  Rules rules_;
  bool monotone_;
  Keeper& keeper_;
  Telling out_;
  Leaves<Shape> leaves_;
  Forced<Shape> forced_;
  Hits<Shape> hits_;
  Claim claim_{};
  Remembered<Cells> known_;
  WeakWriter<Shape> weak_;
  Cells all_;
};

template <class Shape>
std::unique_ptr<ProofWriter> make_writer_of(const Game& g, Keeper& keeper, std::uint64_t memory,
                                            ProofWriter::Sink sink) {
  return std::make_unique<LineWriter<Shape>>(g, keeper, memory, std::move(sink));
}

}  // namespace kinrow
