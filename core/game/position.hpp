// Position<W>: the rules on bit sets: play, legal moves, outcome. The counterpart of the Python reference: plain, for
// perft, the census and the tests.
#pragma once
#include <cassert>
#include <type_traits>
#include <vector>

#include "board/bits.hpp"
#include "game/game.hpp"

namespace kinrow {

template <int W>
struct Tables {  // a game's lines as masks
  explicit Tables(const Game& g) : game(&g) {
    for (const Line& line : g.lines) {
      Bits<W> cells, beyond;
      for (int c : line.cells) cells.set(c);
      for (int c : line.extensions) beyond.set(c);
      lines.push_back(cells);
      extensions.push_back(g.rules.monotone() ? Bits<W>{} : beyond);
    }
  }
  // Majority: lines of X minus lines of O, once the cells without a stone are filled.
  int margin(Bits<W> of_x, Bits<W> of_o) const {
    const Rules& r = game->rules;
    (r.fill == X ? of_x : of_o) |= Bits<W>::first(r.size()) - of_x - of_o;
    int points = 0;
    for (const Bits<W>& line : lines) {
      points += (of_x & line).count() >= r.threshold;
      points -= (of_o & line).count() >= r.threshold;
    }
    return points;
  }
  const Game* game;
  std::vector<Bits<W>> lines, extensions;
};

template <int W>
struct Position {
  Bits<W> stones[2];
  int to_move = X, left = 1, plies = 0;
  int line_by = -1;  // the sign that completed a line
  bool over = false;

  static Position from(const Tables<W>& t, const Board& b);
  Bits<W> empty(const Tables<W>& t) const { return Bits<W>::first(t.game->rules.size()) - stones[X] - stones[O]; }
  Bits<W> legal(const Tables<W>& t) const {
    return over ? Bits<W>{} : t.game->stones.allowed(stones, empty(t), to_move);
  }
  void play(const Tables<W>& t, int cell);  // must be legal
  void count_stone(const Rules& r) {        // the ply, and the turn, after one more stone
    ++plies;
    if (--left > 0) return;
    to_move ^= 1;
    left = r.stones;
  }
  void refresh(const Tables<W>& t);      // finds the lines after the stones were set directly
  int winner(const Tables<W>& t) const;  // X, O, or -1; of a finished position
  int margin(const Tables<W>& t) const;  // majority, of a finished position: lines of X minus lines of O

 private:
  bool completes(const Tables<W>& t, int sign, int line) const {
    if (!stones[sign].holds(t.lines[line])) return false;
    const Rules& r = t.game->rules;
    const Bits<W>& ends = t.extensions[line];
    return !(r.exact_for(sign) && stones[sign].meets(ends)) &&
           !(r.caro && ends.count() == 2 && stones[sign ^ 1].holds(ends));
  }
  bool stuck(const Tables<W>& t) const {  // whether the side to move may play nowhere
    return t.game->stones.ban(to_move) && !t.game->stones.any_allowed(signs_of(stones));
  }
  void settle(const Tables<W>& t) {
    const Rules& r = t.game->rules;
    over = line_by >= 0 || plies == r.size() || (r.majority && plies >= r.last_ply()) || stuck(t);
  }
};

template <int W>
Position<W> Position<W>::from(const Tables<W>& t, const Board& b) {
  Position p;
  for (int c = 0; c < static_cast<int>(b.cells.size()); ++c)
    if (b.cells[c] >= 0) {
      p.stones[b.cells[c]].set(c);
      ++p.plies;
    }
  p.to_move = b.to_move;
  p.left = b.left;
  p.refresh(t);
  return p;
}

template <int W>
void Position<W>::refresh(const Tables<W>& t) {
  line_by = -1;
  if (!t.game->rules.majority)
    for (int i = 0; i < static_cast<int>(t.lines.size()); ++i)
      for (int sign : {X, O})
        if (completes(t, sign, i)) line_by = sign;
  settle(t);
}

template <int W>
void Position<W>::play(const Tables<W>& t, int cell) {
  const Rules& r = t.game->rules;
  assert(legal(t).test(cell));
  stones[to_move].set(cell);
  if (!r.majority)
    for (int i : t.game->through[cell])
      if (completes(t, to_move, i)) line_by = to_move;
  count_stone(r);
  settle(t);
}

template <int W>
int Position<W>::margin(const Tables<W>& t) const {
  assert(over);
  return t.margin(stones[X], stones[O]);
}

template <int W>
int Position<W>::winner(const Tables<W>& t) const {
  assert(over);
  const Rules& r = t.game->rules;
  if (r.majority) {
    const int m = margin(t);
    return m > 0 ? X : m < 0 ? O : -1;
  }
  return line_by < 0 ? -1 : r.misere ? line_by ^ 1 : line_by;
}

// Calls f with the number of words that a board with this many cells needs, as a compile-time constant. Four widths are
// enough for every board up to 22x22.
template <class F>
decltype(auto) with_words(int cells, F&& f) {
  if (cells <= 64) return f(std::integral_constant<int, 1>{});
  if (cells <= 128) return f(std::integral_constant<int, 2>{});
  if (cells <= 256) return f(std::integral_constant<int, 4>{});
  return f(std::integral_constant<int, 8>{});
}

}  // namespace kinrow
