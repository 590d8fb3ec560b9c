// MajorityState: a position of a line-counting game: the stones of both sides on every line, and those still to come.
//
// A point is a line with at least `threshold` cells of one sign once the board is filled. So the counts of both signs
// on each line are all that matters, and the last turn of the side that also gets the empty cells decides nothing.
#pragma once
#include <algorithm>
#include <cassert>
#include <type_traits>
#include <vector>

#include "board/bits.hpp"
#include "game/game.hpp"
#include "solve/counters.hpp"

namespace kinrow {

template <int W, int B, int NW>
struct MajorityShape {
  using Cells = Bits<W>;
  using Count = Counters<B, NW>;
};

// Calls make(std::type_identity<Shape>) with the smallest shape that the game fits: one word of counters for few short
// lines (jing4), bytes for more or longer lines.
template <class Make>
auto with_majority_shape(const Game& g, const Make& make) {
  const int cells = g.rules.size(), lines = static_cast<int>(g.lines.size());
  if (cells <= 64 && lines <= 16 && g.rules.k <= 7) return make(std::type_identity<MajorityShape<1, 4, 1>>{});
  if (cells <= 64) return make(std::type_identity<MajorityShape<1, 8, 32>>{});
  return make(std::type_identity<MajorityShape<8, 8, 226>>{});  // 22x22, lines of two: 1,806
}

template <class Shape>
struct MajorityTables {
  using Count = typename Shape::Count;

  explicit MajorityTables(const Game& g) : rules(g.rules), lines(static_cast<int>(g.lines.size())) {
    one.resize(rules.size());
    on.resize(rules.size());
    // A last turn by the side that also fills the board decides nothing: that side gets every remaining cell anyway.
    if (rules.turns > 0 && mover(rules.turns) == rules.fill) idle_end = rules.turns == 1 ? rules.first : rules.stones;
    last_mover = rules.fill ^ 1;
    for (int i = 0; i < lines; ++i) {
      all.set(i, 1ULL << (64 / Count::per_word - 1));
      for (int c : g.lines[i].cells) {
        one[c].set(i, 1);
        on[c].push_back(i);
      }
    }
  }
  int mover(int turn) const { return rules.begins ^ ((turn - 1) & 1); }

  Rules rules;
  int lines, last_mover;
  int idle_end = 0;                  // plies at the end that decide nothing
  Count all;                         // the top bit of every line's field
  std::vector<Count> one;            // by cell: 1 in the fields of its lines
  std::vector<std::vector<int>> on;  // by cell: its lines
};

template <class Shape>
struct MajorityState {
  using Cells = typename Shape::Cells;
  using Count = typename Shape::Count;
  using Tables = MajorityTables<Shape>;

  Cells stones[2];
  Count count[2];
  int coming[2] = {0, 0};  // stones that each side will still get, including the filling
  int to_move = X, left = 1, empties = 0;
  int plies_to_go = 0;

  static MajorityState from(const Tables& t, const Board& b) {
    MajorityState s;
    s.empties = t.rules.size();
    for (int c = 0; c < static_cast<int>(b.cells.size()); ++c)
      if (b.cells[c] >= 0) s.place(t, b.cells[c], c);
    s.to_move = b.to_move;
    s.left = b.left;
    s.plies_to_go = std::max(0, t.rules.last_ply() - (t.rules.size() - s.empties));
    s.count_coming(t);
    return s;
  }
  bool over() const { return plies_to_go == 0; }
  int to_decide(const Tables& t) const { return std::max(0, plies_to_go - t.idle_end); }
  Cells empty(const Tables& t) const { return Cells::first(t.rules.size()) - stones[0] - stones[1]; }

  void place(const Tables& t, int side, int cell) {
    stones[side].set(cell);
    count[side] += t.one[cell];
    --empties;
  }
  void play(const Tables& t, int cell) {
    assert(!over() && empty(t).test(cell));
    place(t, to_move, cell);
    --coming[to_move];
    --plies_to_go;
    if (--left == 0) {
      to_move ^= 1;
      left = t.rules.stones;
    }
  }

 private:
  void count_coming(const Tables& t) {
    int side = to_move, in_turn = left;
    for (int i = 0; i < plies_to_go; ++i) {
      ++coming[side];
      if (--in_turn == 0) {
        side ^= 1;
        in_turn = t.rules.stones;
      }
    }
    coming[t.rules.fill] += empties - plies_to_go;
  }
};

}  // namespace kinrow
