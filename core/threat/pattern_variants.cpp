// What a pattern board does only under renju and caro.
#include <algorithm>
#include <bit>

#include "threat/pattern_board.hpp"

namespace kinrow {

// Patterns show where two fours or two threes may meet; a row that is too long needs k stones in one word.
void PatternBoard::find_forbidden() {
  const int side = t_.rules.begins;
  const auto& words = words_[side];
  const bool long_rows =
      std::any_of(words.begin(), words.end(), [&](std::uint32_t word) { return std::popcount(word) >= t_.rules.k; });
  forbidden_ = 0;
  for (int c = 0; c < cells(); ++c) {
    if (sign_[c] >= 0) continue;
    const CellPatterns& here = patterns_[side][c];
    int cls = t_.class_of[here.code];
    if ((t_.doubtful[cls] || (long_rows && near(c))) && t_.stones.forbids(sign_, c)) cls = forbidden_class;
    forbidden_ += cls == forbidden_class;
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

// In renju the cell that completes the line may be forbidden; in caro a stone beyond its end may also stop it.
MoveList PatternBoard::parries() {
  MoveList found;
  const int he = to_move_ ^ 1;
  if (t_.rules.renju) {
    if (count(he, completes_line) > 1) return found;
    if (const int cell = first(he, completes_line); !forbidden(cell)) found.add(cell);
    return found;
  }
  for (int c = 0; c < cells(); ++c) {
    if (!is_empty(c) || !near(c)) continue;
    play(c);
    if (won_ || count(he, completes_line) == 0) found.add(c);
    undo(c);
  }
  return found;
}

// Adds all moves after which the opponent can no longer make a win at once: in renju a distant stone may forbid his
// move, in caro one may close a line.
void PatternBoard::defenses_by_trying(MoveList& list) {
  const int me = to_move_, he = me ^ 1;
  for (int c = 0; c < cells(); ++c) {
    if (!is_empty(c) || !near(c) || forbidden(c)) continue;
    play(c);
    if (won_ || count(me, completes_line) > 0 || count(he, makes_win) + count(he, completes_line) == 0) list.add(c);
    undo(c);
  }
}

}  // namespace kinrow
