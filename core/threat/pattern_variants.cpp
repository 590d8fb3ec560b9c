// What a pattern board does only under renju and caro.
#include <bit>
#include <cstdlib>

#include "threat/pattern_board.hpp"

namespace kinrow {

// Patterns show where two fours or two threes may meet; cells that were forbidden may have been set free. A row becomes
// too long only with a new stone of k or more in one word.
void PatternBoard::find_forbidden(int stone) {
  const int side = t_.rules.begins;
  BoardCells doubtful = forbidden_;
  for (const ThreatLevel level : {makes_threes, makes_four_three, makes_win}) doubtful |= of_level_[side][level];
  if (sign_[stone] == side)
    for (int d = 0; d < 4; ++d)
      if (std::popcount(words_[side][t_.words.of(stone).word[d]]) >= t_.rules.k)
        for (const auto [cell, bit] : t_.within[stone][d]) doubtful.set(cell);
  forbidden_ = {};
  while (doubtful.any()) {
    const int c = doubtful.pop();
    if (sign_[c] >= 0) continue;
    const CellPatterns& here = patterns_[side][c];
    const bool banned = t_.stones.forbids(sign_, c);
    if (banned) forbidden_.set(c);
    const int cls = banned ? forbidden_class : t_.class_of[here.code];
    if (cls != here.cls) change_class(side, c, cls);
  }
}

void PatternBoard::change_class(int side, int cell, int cls) {
  CellPatterns& here = patterns_[side][cell];
  Change& saved = changes_[changed_++];
  saved = {static_cast<short>(cell), static_cast<std::uint8_t>(side), false, here};
  saved.level = change_totals(side, cell, here.cls, cls);
  here.cls = static_cast<std::uint16_t>(cls);
}

// The highest level that one's opponent has on a cell once the side to move has a stone on another one.
ThreatLevel PatternBoard::level_despite(int stone, int cell) const {
  if (stone == cell) return quiet;
  const int me = to_move_, he = me ^ 1, reach = t_.patterns.reach();
  const CellWords &from = t_.words.of(stone), &at = t_.words.of(cell);
  const CellPatterns& here = patterns_[he][cell];
  for (int d = 0; d < 4; ++d) {
    if (from.word[d] != at.word[d]) continue;
    if (std::abs(from.bit[d] - at.bit[d]) > reach) break;
    const std::uint64_t outside = t_.outside[at.word[d]], mask = (2ULL << 2 * reach) - 1;
    const std::uint64_t mine = words_[me][at.word[d]] | 1ULL << from.bit[d], his = words_[he][at.word[d]];
    const std::uint64_t own = (mine << reach | outside) >> at.bit[d] & mask;
    const std::uint64_t other = (his << reach | outside) >> at.bit[d] & mask;
    const Pattern now = me == X ? t_.patterns.of(own, other).o() : t_.patterns.of(other, own).x();
    return t_.levels[t_.class_of[here.code + (now - here.pattern[d]) * tens[d]]];
  }
  return t_.levels[here.cls];
}

// The cells from which a stone of the side to move leaves its opponent below this level everywhere; he has some cell of
// that level.
BoardCells PatternBoard::stopping(ThreatLevel least) const {
  const int he = to_move_ ^ 1;
  const BoardCells threats = cells_from(he, least);
  const int first = threats.lowest();
  BoardCells candidates = BoardCells::one(first);
  for (int d = 0; d < 4; ++d)
    for (const auto [cell, bit] : t_.within[first][d]) candidates.set(cell);
  BoardCells found;
  while (candidates.any()) {
    const int stone = candidates.pop();
    if (!is_empty(stone)) continue;
    BoardCells left = threats;
    while (left.any() && level_despite(stone, left.lowest()) < least) left.pop();
    if (left.none()) found.set(stone);
  }
  return found;
}

// In renju the cell that completes the line may be forbidden; in caro a stone beyond its end may also stop it.
MoveList PatternBoard::parries() const {
  MoveList found;
  const int he = to_move_ ^ 1;
  if (t_.rules.renju) {
    if (count(he, completes_line) > 1) return found;
    if (const int cell = first(he, completes_line); !forbidden(cell)) found.add(cell);
    return found;
  }
  found.add_all(stopping(completes_line) | of_level_[to_move_][completes_line]);
  return found;
}

// Adds the moves after which the opponent can no longer make a win at once, and one's own fours. In caro a stone may
// close his line; in renju it may even forbid his move from afar, if that makes threes.
void PatternBoard::defenses_at_a_distance(MoveList& list) const {
  const int he = to_move_ ^ 1;
  BoardCells moves = stopping(makes_win);
  for (BoardCells rest = cells_from(he, makes_win); t_.rules.renju && rest.any();)
    if (t_.double_three[patterns_[he][rest.pop()].cls]) moves = near_;
  moves |= cells_from(to_move_, makes_four);
  while (moves.any())
    if (const int cell = moves.pop(); is_empty(cell)) list.add(cell);
}

}  // namespace kinrow
