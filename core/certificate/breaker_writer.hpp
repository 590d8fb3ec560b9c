// BreakerWriter: writes trees of the weak game, in which the claiming side is Breaker and only stops the opponent's
// lines.
//
// The writer and the checker both reduce positions (breaker/weak_state.hpp), so moves that cannot matter are not
// written. A position is a leaf if a pairing holds. Otherwise Breaker makes a move after which one holds, or the
// oracle's move. Of Maker's moves, only those that no zone rules out and no other move dominates are written.
#pragma once
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "breaker/weak_state.hpp"
#include "certificate/promising.hpp"
#include "certificate/proof_index.hpp"
#include "certificate/proof_stream.hpp"
#include "solve/pairing.hpp"

namespace kinrow {

template <class Shape>
class BreakerWriter {
 public:
  using Cells = typename Shape::Cells;

  BreakerWriter(const Game& game, ProofOracle& oracle, ProofStream& out, ProofIndex<Cells>& known)
      : tables_(game), oracle_(oracle), out_(out), pairing_(tables_), known_(known) {}

  void begin(int side) {
    sign_ = side;
    last_.clear();
  }
  // Returns the zone of the tree it wrote, or nothing if the oracle was stopped.
  std::optional<Cells> write(const LineState<Shape>& s) {
    const Role role = s.to_move == sign_ ? maker : breaker;
    return prove(State::from(tables_, s.stones[sign_], s.stones[sign_ ^ 1], role));
  }

 private:
  using State = WeakState<Shape>;
  using Lines = typename Shape::Lines;
  using Result = std::optional<Cells>;
  using Pairs = std::vector<Cells>;
  static constexpr int most_tries = 3;     // measured: docs/experiments/proof-writer.md
  static constexpr int bytes_of_pair = 3;  // its cost, against 1 for a cell of the zone
  static constexpr int none_left = 0;  // stands for the stones left in a key, which are at least 1 in the strong game

  Result prove(const State& s) {
    if (s.won) return std::nullopt;
    Result zone = s.lines.none() ? Cells{} : unless_known(s);
    if (zone) *zone |= s.settled;
    return zone;
  }
  Result unless_known(const State& s) {
    const Cells stones[2] = {s.made, s.free};
    if (const auto seen = known_.find(stones, s.to_move, none_left)) {
      out_.reference(seen->distance, seen->symmetry);
      return seen->found.zone;
    }
    Pairs pairs;
    Result zone;
    if (pairing_.covers(s.free, s.lines, &pairs))
      zone = paired(s, pairs);
    else
      zone = s.to_move == maker ? write_moves(s) : answer(s);
    if (!zone) return zone;
    known_.add(stones, s.to_move, none_left, {*zone, true});
    out_.flush(ProofStream::page);
    return zone;
  }
  // The checker keeps those pairs of the previous leaf that still serve some line, so only additional pairs are
  // written: a pairing of the remaining lines if there is one, otherwise the pairs of `found` that are new.
  Cells paired(const State& s, const Pairs& found) {
    const Pairs added = fresh(s, found);
    out_.pairing(added);
    Served now = serve(s, added);
    last_ = std::move(now.pairs);
    return now.cells;
  }
  Pairs fresh(const State& s, const Pairs& found) {
    const Served kept = serve(s, {});
    Pairs added;
    if (kept.open.none() || pairing_.covers(s.free - kept.cells, kept.open, &added)) return added;
    added.clear();
    for (const Cells& pair : found)
      if (std::ranges::find(last_, pair) == last_.end()) added.push_back(pair);
    return added;
  }
  // The pairs in force: the added ones, and those of the previous leaf whose cells are free and that some line needs.
  // `cells`: the cells of these pairs; `open`: the lines that no pair serves.
  struct Served {
    Pairs pairs;
    Cells cells;
    Lines open;
  };
  Served serve(const State& s, const Pairs& added) const {
    Served now{{}, {}, s.lines};
    for (const Cells& pair : added) join(now, pair);
    for (const Cells& pair : last_)
      if ((s.free - now.cells).holds(pair) && (now.open & lines_of(pair)).any()) join(now, pair);
    return now;
  }
  void join(Served& now, const Cells& pair) const {
    now.pairs.push_back(pair);
    now.cells |= pair;
    now.open -= lines_of(pair);
  }
  Lines lines_of(Cells pair) const {
    const int first = pair.pop();
    return tables_.through[first] & tables_.through[pair.lowest()];
  }

  Result answer(const State& s) {
    int move = pairing_move(s);
    if (move < 0) move = oracle_.breaker_move(board(s));
    if (move < 0) return std::nullopt;
    out_.letter(Letter::move);
    out_.cell(move);
    State next = s;
    next.play_and_settle(tables_, move);
    Result zone = prove(next);
    if (zone) zone->set(move);
    return zone;
  }
  // A move after which a pairing holds, so that the tree ends there; -1 if there is none. Of the first few such moves,
  // the one that costs the fewest bytes and has the smallest zone.
  int pairing_move(const State& s) {
    int best = -1, least = 0, tries = most_tries;
    for (Cells rest = s.moves; rest.any() && tries > 0;) {
      const int move = promising(s, rest);
      rest.reset(move);
      State next = s;
      next.play_and_settle(tables_, move);
      Pairs found;
      if (next.won || !pairing_.covers(next.free, next.lines, &found)) continue;
      --tries;
      const Pairs added = fresh(next, found);
      const int cost =
          bytes_of_pair * static_cast<int>(added.size()) + (serve(next, added).cells | next.settled).count();
      if (best >= 0 && cost >= least) continue;
      best = move;
      least = cost;
    }
    return best;
  }

  Result write_moves(const State& s) {
    out_.letter(Letter::all_moves);
    Cells zone, left = s.free;
    for (Cells rest = s.moves; rest.any(); rest &= left) {
      const int move = promising(s, rest);
      rest.reset(move);
      left.reset(move);
      out_.cell(move);
      State next = s;
      next.play_and_settle(tables_, move);
      const Result below = prove(next);
      if (!below) return below;
      zone |= *below;
      left &= *below;
    }
    dominated(s, left, zone);
    return zone;
  }
  // Writes the dominated cells, each with one that dominates it; see WeakGame::with_dominated.
  void dominated(const State& s, Cells left, Cells& zone) {
    while (left.any()) {
      const int cell = left.pop();
      const int better = s.dominating(tables_, cell, zone);
      for (const int each : {tables_.rules.size(), cell, better}) out_.cell(each);
      zone.set(cell);
      zone.set(better);
    }
  }
  int promising(const State& s, const Cells& moves) const {
    return most_promising(tables_, moves, [&](int n) { return s.with(n); });
  }
  // The position for the oracle: all cells that are neither Maker's nor free are Breaker's.
  Board board(const State& s) const {
    const int size = tables_.rules.size();
    Cells stones[2];
    stones[sign_] = s.made;
    stones[sign_ ^ 1] = Cells::first(size) - s.made - s.free;
    return board_with(size, stones, s.to_move == maker ? sign_ : sign_ ^ 1);
  }

  LineTables<Shape> tables_;
  ProofOracle& oracle_;
  ProofStream& out_;
  Pairing<Shape> pairing_;
  ProofIndex<Cells>& known_;
  Pairs last_;
  int sign_ = X;
};

}  // namespace kinrow
