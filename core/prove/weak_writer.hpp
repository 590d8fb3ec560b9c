// WeakWriter: tells trees of the weak game, in which the claiming side only stops the other's lines.
//
// Its positions are settled (weak_state.hpp), and so are the reader's: what does not matter is not told. A position is
// a leaf where a pairing holds; else Breaker makes a move after which one does, or the keeper's; and of Maker's moves
// those are told that no zone rules out and no other one dominates.
#pragma once
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "prove/promising.hpp"
#include "prove/remembered.hpp"
#include "prove/telling.hpp"
#include "prove/weak_state.hpp"
#include "solve/pairing.hpp"

namespace kinrow {

template <class Shape>
class WeakWriter {
 public:
  using Cells = typename Shape::Cells;

  WeakWriter(const Game& game, Keeper& keeper, Telling& out, Remembered<Cells>& known)
      : tables_(game), keeper_(keeper), out_(out), pairing_(tables_), known_(known) {}

  void begin(int side) {
    sign_ = side;
    last_.clear();
  }
  // The zone of the tree told; none if the keeper was stopped.
  std::optional<Cells> write(const LineState<Shape>& s) {
    const Role role = s.to_move == sign_ ? maker : breaker;
    return prove(State::from(tables_, s.stones[sign_], s.stones[sign_ ^ 1], role));
  }

 private:
  using State = WeakState<Shape>;
  using Lines = typename Shape::Lines;
  using Result = std::optional<Cells>;
  using Pairs = std::vector<Cells>;
  static constexpr int none_left = 0;  // stones in the turn: no position of the strong game has that name

  Result prove(const State& s) {
    if (s.won) return std::nullopt;
    Result zone = s.lines.none() ? Cells{} : tell(s);
    if (zone) *zone |= s.settled;
    return zone;
  }
  Result tell(const State& s) {
    const Cells name[2] = {s.made, s.free};
    if (const auto seen = known_.find(name, s.to_move, none_left)) {
      out_.reference(seen->distance, seen->turn);
      return seen->found.zone;
    }
    Pairs pairs;
    Result zone;
    if (pairing_.covers(s.free, s.lines, &pairs))
      zone = paired(s, pairs);
    else
      zone = s.to_move == maker ? every(s) : answer(s);
    if (!zone) return zone;
    known_.add(name, s.to_move, none_left, {*zone, true});
    out_.flush(1 << 16);
    return zone;
  }
  // The reader takes over what serves of the last pairs, so only the others are told: with the last ones kept if that
  // works, else those found that are new. Bytes for (7,7,5) and for (8,7,5) after two moves: with all pairs told 116 k,
  // 1,220 k; with those found that are new 78 k, 782 k; so 81 k, 678 k.
  Cells paired(const State& s, const Pairs& found) {
    const Pairs told = fresh(s, found);
    out_.pairing(told);
    Served now = serve(s, told);
    last_ = std::move(now.pairs);
    return now.cells;
  }
  Pairs fresh(const State& s, const Pairs& found) {
    const Served kept = serve(s, {});
    Pairs told;
    if (kept.open.none() || pairing_.covers(s.free - kept.cells, kept.open, &told)) return told;
    told.clear();
    for (const Cells& pair : found)
      if (std::ranges::find(last_, pair) == last_.end()) told.push_back(pair);
    return told;
  }
  // These pairs and, of the last ones, those that are free and that some line wants; and the lines that none serves.
  struct Served {
    Pairs pairs;
    Cells cells;
    Lines open;
  };
  Served serve(const State& s, const Pairs& told) const {
    Served now{{}, {}, s.lines};
    for (const Cells& pair : told) join(now, pair);
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
    int move = quiet(s);
    if (move < 0) move = keeper_.stopper(board(s));
    if (move < 0) return std::nullopt;
    out_.byte('M');
    out_.cell(move);
    State next = s;
    next.play(tables_, move);
    Result zone = prove(next);
    if (zone) zone->set(move);
    return zone;
  }
  // A move after which a pairing holds, so that the tree ends there; -1 if there is none. Of the first few the one that
  // takes the fewest bytes and the smallest zone. Bytes for (7,7,5), and for (8,7,5) after two moves, and seconds with
  // the search: the first 80.6 k, 678 k, 2.0; of 3 51.7 k, 511 k, 3.1; of all 48.0 k, 455 k, 6.4; of all by the zone
  // alone 61.4 k, 543 k, by the pairs alone 48.3 k, 452 k.
  int quiet(const State& s) {
    int best = -1, least = 0, tries = 3;
    for (Cells rest = s.moves; rest.any() && tries > 0;) {
      const int move = promising(s, rest);
      rest.reset(move);
      State next = s;
      next.play(tables_, move);
      Pairs found;
      if (next.won || !pairing_.covers(next.free, next.lines, &found)) continue;
      --tries;
      const Pairs told = fresh(next, found);
      const int cost = 3 * static_cast<int>(told.size()) + (serve(next, told).cells | next.settled).count();
      if (best >= 0 && cost >= least) continue;
      best = move;
      least = cost;
    }
    return best;
  }

  Result every(const State& s) {
    out_.byte('A');
    Cells zone, left = s.free;
    for (Cells rest = s.moves; rest.any(); rest &= left) {
      const int move = promising(s, rest);
      rest.reset(move);
      left.reset(move);
      out_.cell(move);
      State next = s;
      next.play(tables_, move);
      const Result below = prove(next);
      if (!below) return below;
      zone |= *below;
      left &= *below;
    }
    dominated(s, left, zone);
    return zone;
  }
  // Exchanging a cell with the one that dominates it needs both.
  void dominated(const State& s, Cells left, Cells& zone) {
    while (left.any()) {
      const int cell = left.pop();
      Cells better = s.on_all_lines(tables_, cell) & s.moves;
      if (better.meets(zone)) better &= zone;
      out_.cell(tables_.rules.size());
      out_.cell(cell);
      out_.cell(better.lowest());
      zone.set(cell);
      zone.set(better.lowest());
    }
  }
  int promising(const State& s, const Cells& moves) const {
    return most_promising(tables_, moves, [&](int n) { return s.with(n); });
  }
  // As the keeper reads it: what is neither Maker's nor free is Breaker's.
  Board board(const State& s) const {
    Board b;
    for (int c = 0; c < tables_.rules.size(); ++c)
      b.cells.push_back(static_cast<signed char>(s.free.test(c) ? -1 : s.made.test(c) ? sign_ : sign_ ^ 1));
    b.to_move = s.to_move == maker ? sign_ : sign_ ^ 1;
    b.left = 1;
    return b;
  }

  LineTables<Shape> tables_;
  Keeper& keeper_;
  Telling& out_;
  Pairing<Shape> pairing_;
  Remembered<Cells>& known_;
  Pairs last_;
  int sign_ = X;
};

}  // namespace kinrow
