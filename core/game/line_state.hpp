// LineState: a position of a line game for searches, with the number of stones on every line in bit-sliced counters.
//
// Plane p has bit p of the count "stones of this side on line i" for all lines i at once. A stone costs a few word
// operations, whatever the number of lines through it; the set of lines with exactly j stones costs a few more.
// Figures: docs/experiments/alpha-beta.md.
#pragma once
#include <array>
#include <cassert>
#include <span>
#include <vector>

#include "board/bits.hpp"
#include "board/lines.hpp"
#include "game/game.hpp"
#include "game/quiet_side.hpp"

namespace kinrow {

// W words of cells, LW words of lines, P planes (counts up to 2^P - 1).
template <int W, int LW, int P>
struct LineShape {
  using Cells = Bits<W>;
  using Lines = Bits<LW>;
  static constexpr int planes = P;
  static constexpr bool renju = false, caro = false;  // see Rules
};

// Counters of lines: plane p has bit p of each. Of these lines, those with a count of n. Does not branch on n.
template <class Lines, std::size_t P>
[[gnu::always_inline]] inline Lines counted(Lines lines, const Lines (&plane)[P], int n) {
  std::uint64_t flip[P];
  for (std::size_t p = 0; p < P; ++p) flip[p] = (n >> p & 1) != 0 ? 0 : ~std::uint64_t{0};
  for (std::size_t i = 0; i < lines.word.size(); ++i)
    for (std::size_t p = 0; p < P; ++p) lines.word[i] &= plane[p].word[i] ^ flip[p];
  return lines;
}
// Adds one to the counters of these lines.
template <class Lines, std::size_t P>
void count_one(Lines (&plane)[P], Lines lines) {
  for (Lines& bits : plane) {
    const Lines carry = bits & lines;
    bits ^= lines;
    lines = carry;
  }
}

template <class Shape>
struct RenjuShape : Shape {
  static constexpr bool renju = true;
};

template <class Shape>
struct CaroShape : Shape {
  static constexpr bool caro = true;
};

template <class Shape>
struct LineTables {
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;

  explicit LineTables(const Game& g)
      : rules(g.rules), stone_rules(g.stones), dropped(g.dropped), by_ply(g.by_ply),
        board(Cells::first(g.rules.size())), allowed{board, board},
        all(Lines::first(static_cast<int>(g.lines.size()))) {
    for (const int c : g.avoided) {
      if (dropped < 0) allowed[0].reset(c);
      allowed[1].reset(c);
    }
    through.resize(g.rules.size());
    extending.resize(g.rules.size());
    for (int i = 0; i < static_cast<int>(g.lines.size()); ++i) {
      cells.emplace_back();
      first_member.push_back(static_cast<int>(all_members.size()));
      for (int c : g.lines[i].cells) cells.back().set(c), all_members.push_back(static_cast<short>(c));
      if (g.lines[i].outside > 0) leaving.set(i);
      for (int p = 0; p < Shape::planes; ++p)
        if (g.lines[i].given >> p & 1) given[p].set(i);
      for (int n = 0; n < g.lines[i].outside; ++n) cells.back().set(g.rules.size() + n);
      beyond |= cells.back();
    }
    first_member.push_back(static_cast<int>(all_members.size()));
    beyond -= board;
    for (int c = 0; c < g.rules.size(); ++c) {
      for (int i : g.through[c]) through[c].set(i);
      for (int i : g.extending[c]) extending[c].set(i);
    }
    if (!g.avoided.empty()) reserve(g);
    if constexpr (Shape::caro) set_ends(g);
    if (dropped >= 0 && rules.k == 5)
      for (const auto& step : line_steps) rows_of_dropped.push_back(row_of_dropped(step));
  }
  // Of these cells, those that are on all of these lines.
  Cells on_all(Lines lines, Cells among) const {
    while (lines.any() && among.any()) among &= cells[lines.pop()];
    return among;
  }
  // The smallest of the gaps of these lines; of equal ones, that of the first line.
  Cells smallest_gap(Lines lines, const Cells& empty) const {
    Cells best = cells[lines.pop()] & empty;
    while (lines.any())
      if (const Cells gap = cells[lines.pop()] & empty; gap.count() < best.count()) best = gap;
    return best;
  }

  // The lines that the winner cannot complete. Cells are reserved in trees without the dropped stone.
  Lines never(bool reserves) const { return reserves ? leaving | ending_before : leaving; }

  // The cells of a line, one after another: faster than the set of them, if each is to be looked at.
  std::span<const short> members(int line) const {
    const auto from = static_cast<std::size_t>(first_member[line]),
               to = static_cast<std::size_t>(first_member[line + 1]);
    return std::span(all_members).subspan(from, to - from);
  }

  Rules rules;
  StoneRules stone_rules;
  int dropped;       // the cell of the stone that a null move may take away (LineState::passed), or -1
  int by_ply;        // Game::by_ply
  Cells board;       // all of its cells
  Cells allowed[2];  // those that the zone of a win may have in a tree of order 0, and of a higher one
  Cells reserved;    // those that it may not have
  Lines all;
  std::vector<Cells> cells;    // by line
  Lines leaving;               // those that leave the window
  Lines ending_before;         // in exact games those that end before a reserved cell, or at the edge of the window
  Cells beyond;                // stand-ins for their cells there: only their number matters, because nobody plays there
  Lines given[Shape::planes];  // of parts of lines: how many stones they have from the start, bit by bit
  std::vector<Lines> through;  // by cell
  std::vector<Lines> extending;  // by cell; empty sets unless exact
  // Caro, for lines with two ends on the board. `ending`: by cell, the lines whose first, or second, end it is. `ends`:
  // by line, its ends.
  std::vector<Lines> ending[2];
  std::vector<std::array<short, 2>> ends;
  // In five in a row, by direction: the lines through the dropped stone, and both sides of it.
  struct RowOfDropped {
    Lines lines;
    std::vector<QuietSide<Cells>> sides;
  };
  std::vector<RowOfDropped> rows_of_dropped;

 private:
  RowOfDropped row_of_dropped(const int (&step)[2]) const {
    RowOfDropped found;
    Cells on_row = Cells::one(dropped);
    for (const int sign : {1, -1})
      on_row |= found.sides.emplace_back(rules, reserved, dropped, sign * step[0], sign * step[1]).cells();
    through[dropped].each([&](int line) {
      if (on_row.holds(cells[line] & board)) found.lines.set(line);
    });
    return found;
  }
  void reserve(const Game& g) {
    for (const int c : g.avoided) {
      reserved.set(c);
      ending_before |= extending[c];
    }
    for (int i = 0; rules.exact && i < static_cast<int>(g.lines.size()); ++i)
      if (g.lines[i].extensions.size() < 2) ending_before.set(i);
  }
  std::vector<short> all_members;  // of all lines
  std::vector<int> first_member;   // by line, and one more

  void set_ends(const Game& g) {
    for (auto& lines : ending) lines.resize(g.rules.size());
    ends.resize(g.lines.size());
    for (int i = 0; i < static_cast<int>(g.lines.size()); ++i)
      for (std::size_t end = 0; end < 2 && g.lines[i].extensions.size() == 2; ++end) {
        ends[i][end] = static_cast<short>(g.lines[i].extensions[end]);
        ending[end][g.lines[i].extensions[end]].set(i);
      }
  }
};

// What renju and caro keep in addition.
template <class Shape, bool renju = Shape::renju, bool caro = Shape::caro>
struct VariantState {
  static constexpr bool stuck = false;
};

template <class Shape>
struct VariantState<Shape, true, false> {
  bool stuck = false;  // the side to move may play nowhere
};

template <class Shape>
struct VariantState<Shape, false, true> {
  static constexpr bool stuck = false;
  typename Shape::Lines closed[2][2];  // by side: lines with an opponent's stone beyond their first, or last, cell
};

template <class Shape>
struct LineState : VariantState<Shape> {
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using Tables = LineTables<Shape>;

  static constexpr int unreachable = 1 << 12;  // more than any board has cells

  Cells stones[2];
  Lines plane[2][Shape::planes];
  Lines dead[2];  // lines that this side can no longer complete
  int to_move = X, left = 1, empties = 0;
  int line_by = -1;  // the sign that has completed a line

  static LineState from(const Tables& t, const Board& b) {
    LineState s;
    s.empties = t.rules.size();
    s.dead[t.rules.winner] = t.never(t.dropped < 0 || b.cells[t.dropped] < 0);
    for (int c = 0; c < static_cast<int>(b.cells.size()); ++c)
      if (b.cells[c] >= 0) s.place(t, b.cells[c], c);
    s.to_move = b.to_move;
    s.left = b.left;
    for (int side : {X, O})
      if (s.with(t, side, t.rules.k).any()) s.line_by = side;
    s.look_for_moves(t);
    return s;
  }

  // The position after a pass, in a tree of this order. At order 0 the dropped stone goes with it; that is sound if
  // the moves of on_dropped_lines() are answered (`G` in docs/proof-format.md).
  LineState passed(const Tables& t, int order) const {
    LineState next = drops(t, order) ? without(t, t.dropped) : *this;
    next.to_move ^= 1;
    return next;
  }
  // Whether it does: that stone is on the board, and any direction in which one of its lines leaves the window is quiet
  // whatever the zone of the tree after the pass.
  bool drops(const Tables& t, int order) const {
    if (t.dropped < 0 || order > 0 || !stones[to_move].test(t.dropped)) return false;
    const Lines leaving = lines_of_dropped(t) & t.leaving;
    if (leaving.none()) return true;
    const Cells held = t.allowed[1] | stones[to_move];
    for (const auto& row : t.rows_of_dropped)
      if ((row.lines & leaving).any() && !is_quiet(row, held)) return false;
    return t.rules.k == 5;
  }
  // The empty cells on its lines, if it does, except where this zone of the win after the pass keeps off it: moves
  // there must be answered.
  Cells on_dropped_lines(const Tables& t, int order, const Cells& zone) const {
    if (!drops(t, order)) return {};
    Lines lines = lines_of_dropped(t);
    const Cells held = zone | stones[to_move];
    for (const auto& row : t.rows_of_dropped)
      if (is_quiet(row, held)) lines -= row.lines;
    return gaps(t, lines);
  }

  // How many plies the winner's tree of this order may still take. A pass before it stands for a stone elsewhere.
  int plies_left(const Tables& t, int order) const { return t.by_ply - (t.rules.size() - empties) - order; }
  bool over() const { return line_by >= 0 || empties == 0 || this->stuck; }
  // The cells on which the side to move may play.
  Cells legal(const Tables& t) const {
    if constexpr (Shape::renju) return t.stone_rules.allowed(stones, empty(t), to_move);
    return empty(t);
  }
  // The zone of a tree for which no smaller one is known; in a class of boards no tree may have it.
  Cells everything(const Tables& t) const { return empty(t) | t.beyond; }
  Cells empty(const Tables& t) const { return t.board - stones[0] - stones[1]; }
  Lines live(const Tables& t, int side) const { return t.all - dead[side]; }

  // The live lines of a side with exactly n of its stones.
  Lines with(const Tables& t, int side, int n) const { return counted(live(t, side), plane[side], n); }
  // The live lines that a side completes with at most `most` stones.
  Lines within(const Tables& t, int side, int most) const {
    Lines lines;
    for (int m = 0; m <= most && m <= t.rules.k; ++m) lines |= with(t, side, t.rules.k - m);
    return lines;
  }
  // The fewest stones that a side still needs for a line; `unreachable` if it can complete none.
  int missing(const Tables& t, int side) const {
    for (int m = 1; m <= t.rules.k; ++m)
      if (with(t, side, t.rules.k - m).any()) return m;
    return unreachable;
  }
  // The sum over a side's live lines of a weight that depends on the number of stones missing.
  std::uint64_t weighed(const Tables& t, int side, const std::vector<std::uint64_t>& weight) const {
    std::uint64_t total = 0;
    for (int n = t.rules.k - 1; n >= 0; --n)
      total += static_cast<std::uint64_t>(with(t, side, n).count()) * weight[t.rules.k - n];
    return total;
  }
  // The empty cells of these lines.
  Cells gaps(const Tables& t, const Lines& lines) const {
    Cells g;
    lines.each([&](int line) { g |= t.cells[line]; });
    return g - stones[0] - stones[1];
  }

  // The cells on which one stone stops all of these lines; `used` collects the gaps of the lines that narrow them down.
  Cells meeting(const Tables& t, const Lines& lines, Cells& used) const {
    const Cells free = empty(t);
    Cells common = free;
    lines.each([&](int line) {
      const Cells gap = t.cells[line] & free;
      if (gap.holds(common)) return;
      used |= gap;
      common &= gap;
    });
    return common;
  }

  // The cells on which one stone of the opponent's stops this line of a side: those of the line or, in caro, the one
  // that closes its other end.
  Cells stopping(const Tables& t, int side, int line) const {
    Cells cells = t.cells[line];
    if constexpr (Shape::caro)
      for (const int end : {0, 1})
        if (this->closed[side][end].test(line)) cells.set(t.ends[line][end ^ 1]);
    return cells & empty(t);
  }
  // The same for all of these lines.
  Cells stopping_all(const Tables& t, int side, Lines lines) const {
    Cells common = empty(t);
    while (lines.any()) common &= stopping(t, side, lines.pop());
    return common;
  }

  // Whether this many stones on free cells can stop all of these lines. For more than four stones the answer is always
  // yes, because the search would take too long; so `true` proves nothing.
  static constexpr int most_stoppers = 4;
  static bool stoppable(const Tables& t, const Cells& free, Lines lines, int stones) {
    if (lines.none() || stones > most_stoppers) return true;
    if (stones == 0) return false;
    for (const short cell : t.members(lines.lowest()))
      if (free.test(cell) && stoppable(t, free, lines - t.through[cell], stones - 1)) return true;
    return false;
  }

  // The cells that complete a line for this side.
  Cells completing(const Tables& t, int side) const { return gaps(t, with(t, side, t.rules.k - 1)); }

  void place(const Tables& t, int side, int cell) {
    assert(empty(t).test(cell));
    stones[side].set(cell);
    --empties;
    count_one(plane[side], t.through[cell]);
    dead[side ^ 1] |= t.through[cell];
    if (t.rules.exact_for(side)) dead[side] |= t.extending[cell];
    if constexpr (Shape::caro) close_lines(t, side ^ 1, cell);
  }
  void play(const Tables& t, int cell) {
    assert(!over());
    const int side = to_move;
    place(t, side, cell);
    if ((with(t, side, t.rules.k) & t.through[cell]).any()) line_by = side;
    if (--left == 0) {
      to_move ^= 1;
      left = t.rules.stones;
    }
    look_for_moves(t);
  }

 private:
  Lines lines_of_dropped(const Tables& t) const {
    return live(t, to_move) & t.through[static_cast<std::size_t>(t.dropped)];
  }
  bool is_quiet(const typename Tables::RowOfDropped& row, const Cells& held) const {
    return row.sides[0].is_quiet(held, stones[to_move ^ 1]) && row.sides[1].is_quiet(held, stones[to_move ^ 1]);
  }
  // The same position without this stone. Counts all stones again; it is needed at few positions.
  LineState without(const Tables& t, int cell) const {
    LineState next;
    next.empties = t.rules.size();
    next.dead[t.rules.winner] = t.never(true);
    for (const int side : {X, O})
      stones[side].each([&](int c) {
        if (c != cell) next.place(t, side, c);
      });
    next.to_move = to_move;
    next.left = left;
    return next;
  }
  void look_for_moves(const Tables& t) {
    if constexpr (Shape::renju)
      this->stuck = t.stone_rules.ban(to_move) && !t.stone_rules.any_allowed(signs_of(stones));
  }
  void close_lines(const Tables& t, int side, int cell) {
    auto& ends = this->closed[side];
    for (int end = 0; end < 2; ++end) ends[end] |= t.ending[end][cell];
    dead[side] |= ends[0] & ends[1];
  }
};

}  // namespace kinrow
