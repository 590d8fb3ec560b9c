// WeakState: a position of the weak game, in which one side (Maker) completes a line and the other (Breaker) only stops
// lines, reduced to what can still matter. (Hales and Jewett 1963; Beck, Combinatorial Games, 2008.)
//
// What matters are the gaps of the lines without a stone of Breaker's. After each move, these rules are applied until
// nothing changes:
//  - A line whose gap includes another's is dropped, because any stone that stops the other line stops it too.
//  - If two cells are on exactly the same lines, these lines are dropped: Breaker answers either cell with the other.
//  - If Breaker is to move and a gap has one cell, he plays there, because nothing else stops that line.
//  - If Maker is to move and a gap has two cells, one of them on no other line, Maker takes the other cell and Breaker
//    answers. This costs Breaker nothing: he may as well imagine both stones.
//  - Cells on none of the remaining lines are no longer free.
//
// The cells of such pairs and answers are `settled`: a zone must contain them. docs/proof-format.md proves all this,
// and certificates use the same reduced positions. A cell is dominated by another if all its lines go through that one.
// Then neither side needs to move there: on the other cell, Maker's stone leaves the same gaps or smaller ones, and
// Breaker's stops the same lines or more.
#pragma once
#include <algorithm>
#include <bit>
#include <cassert>
#include <iterator>

#include "game/line_state.hpp"

namespace kinrow {

enum Role : int { maker = 0, breaker = 1 };

template <class Shape>
struct WeakState {
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using Tables = LineTables<Shape>;

  Lines lines;                 // those that remain
  Lines plane[Shape::planes];  // Maker's stones on them, bit by bit as in LineState
  Cells made;                  // Maker's stones on the remaining lines
  Cells free;                  // empty cells on the remaining lines
  Cells moves;                 // of these, the cells that no other one dominates
  Cells settled;               // pairs and answers since the last move
  int to_move = maker, left = 1, empties = 0;
  bool won = false;  // by Maker

  static WeakState from(const Tables& t, Cells made, Cells stops, int to_move) {
    WeakState s;
    s.lines = t.all;
    std::copy(std::begin(t.given), std::end(t.given), s.plane);
    s.free = t.board - made - stops;
    s.to_move = to_move;
    while (made.any()) s.take(t, made.pop());
    while (stops.any()) s.lines -= t.through[stops.pop()];
    s.won = s.with(t.rules.k).any();
    if (!s.won) s.settle(t, t.all);
    return s;
  }

  bool over() const { return won || lines.none(); }
  Lines with(int stones) const { return counted(lines, plane, stones); }
  // The interface of LineState. Breaker completes no lines, so he has none with stones of his own.
  Lines with(const Tables&, int side, int stones) const { return side == maker ? with(stones) : Lines{}; }
  Cells completing(const Tables& t, int side) const { return gaps(t, with(t, side, t.rules.k - 1)); }
  const Cells& empty(const Tables&) const { return free; }
  Cells gaps(const Tables& t, const Lines& of) const { return cells_of(t, of) & free; }
  // The cells on all lines through this one, including itself.
  Cells on_all_lines(const Tables& t, int cell) const { return t.on_all(lines & t.through[cell], free); }

  // A cell that dominates this one, if possible one of the zone.
  int dominating(const Tables& t, int cell, const Cells& zone) const {
    const Cells better = on_all_lines(t, cell) & moves;
    return (better.meets(zone) ? better & zone : better).lowest();
  }

  void play(const Tables& t, int cell) {
    assert(free.test(cell));
    free.reset(cell);
    if (to_move == maker)
      take(t, cell);
    else
      lines -= t.through[cell];
    to_move ^= 1;
  }
  // Plays, then applies the rules above.
  void play_and_settle(const Tables& t, int cell) {
    const bool grows = to_move == maker;
    play(t, cell);
    won = (with(t.rules.k) & t.through[cell]).any();
    settled = Cells{};
    if (!won) settle(t, grows ? t.through[cell] : Lines{});
  }

 private:
  static Cells cells_of(const Tables& t, const Lines& of) {
    Cells cells;
    of.each([&](int line) { cells |= t.cells[line]; });
    return cells;
  }
  void take(const Tables& t, int cell) {
    made.set(cell);
    count_one(plane, t.through[cell]);
  }
  // `grown`: the lines that have just received a stone of Maker's.
  void settle(const Tables& t, Lines grown) {
    do {
      drop_larger(t, grown);
      grown = Lines{};
      reduce(t);
    } while (!over() && (to_move == maker ? exchange(t, grown) : answer(t)));
    empties = free.count();
  }
  void drop_larger(const Tables& t, Lines grown) {
    while ((grown &= lines).any()) {
      const int line = grown.pop();
      Lines larger = lines;
      (t.cells[line] & free).each([&](int cell) { larger &= t.through[cell]; });
      larger.reset(line);
      lines -= larger;
    }
  }
  void reduce(const Tables& t) {
    Cells reach;
    do {
      reach = cells_of(t, lines);
      free &= reach;
      moves = free;
    } while (drop_paired(t));
    made &= reach;
  }
  // Drops the lines of the first two cells that are on exactly the same lines. Returns false if there are no such
  // cells; then `moves` is complete.
  bool drop_paired(const Tables& t) {
    for (Cells rest = free; rest.any();) {
      const int a = rest.pop();
      const Lines mine = lines & t.through[a];
      const Cells two = t.cells[mine.lowest()] & t.cells[highest(mine)] & free;
      if (two == Cells::one(a)) continue;
      Cells others = on_all_lines(t, a);
      others.reset(a);
      if (others.none()) continue;
      moves.reset(a);
      while (others.any()) {
        const int b = others.pop();
        if (!mine.holds(lines & t.through[b])) continue;
        lines -= mine;
        settled.set(a);
        settled.set(b);
        return true;
      }
    }
    return false;
  }
  bool answer(const Tables& t) {
    const Cells only = gaps(t, with(t.rules.k - 1));
    if (only.none()) return false;
    won = only.count() > 1;
    settled |= only;
    play(t, only.lowest());
    return true;
  }
  bool exchange(const Tables& t, Lines& grown) {
    won = with(t.rules.k - 1).any();  // Maker completes a gap of one cell
    const Lines two = t.rules.k < 2 || won ? Lines{} : with(t.rules.k - 2);
    const Cells only = gaps(t, two) - moves;
    if (only.none()) return false;
    const int answer = only.lowest();
    const Cells gap = t.cells[(two & t.through[answer]).lowest()] & free;
    const int cell = (gap - Cells::one(answer)).lowest();
    settled |= gap;
    free -= gap;
    take(t, cell);
    lines -= t.through[answer];
    grown = t.through[cell];
    return true;
  }

  static int highest(const Lines& l) {
    std::size_t i = l.word.size() - 1;
    while (l.word[i] == 0) --i;
    return static_cast<int>(64 * i) + 63 - std::countl_zero(l.word[i]);
  }
};

}  // namespace kinrow
