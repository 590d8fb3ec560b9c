#include "threat/pattern_board.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "board/neighborhood.hpp"

namespace kinrow {
namespace {

std::array<std::uint16_t, pattern_codes> all_classes() {
  std::array<std::uint16_t, pattern_codes> out{};
  const auto all = patterns_of_classes();
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto p = all[i];
    do {
      out[p[0] * tens[0] + p[1] * tens[1] + p[2] * tens[2] + p[3] * tens[3]] = static_cast<std::uint16_t>(i);
    } while (std::next_permutation(p.begin(), p.end()));
  }
  return out;
}

std::array<ThreatLevel, pattern_classes + 1> all_levels() {
  std::array<ThreatLevel, pattern_classes + 1> out{};
  const auto all = patterns_of_classes();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto count = [&](Pattern p) { return std::count(all[i].begin(), all[i].end(), p); };
    const auto fours = count(four), threes = count(open_three);
    out[i] = count(five) > 0                     ? completes_line
             : count(open_four) > 0 || fours > 1 ? makes_win
             : fours > 0 && threes > 0           ? makes_four_three
             : fours > 0                         ? makes_four
             : threes > 1                        ? makes_threes
             : threes > 0                        ? makes_three
                                                 : quiet;
  }
  return out;
}

std::array<bool, pattern_classes + 1> all_double_threes() {
  std::array<bool, pattern_classes + 1> out{};
  const auto all = patterns_of_classes();
  for (std::size_t i = 0; i < all.size(); ++i) out[i] = std::count(all[i].begin(), all[i].end(), open_three) > 1;
  return out;
}

}  // namespace

PatternTables::PatternTables(const Game& game, const PatternWeights& learned)
    : rules(game.rules), words(rules), patterns(rules), weights(learned), class_of(all_classes()), levels(all_levels()),
      double_three(all_double_threes()), stones(game.stones), special(game.rules.special()),
      late(std::max(1, rules.size() / PatternWeights::late_share)), outside(words.size()), within(rules.size()),
      around(cells_around<BoardCells>(rules.rows, rules.cols, 2)), zobrist(rules.size()) {
  const int reach = patterns.reach(), cells = rules.size();
  std::vector<std::uint64_t> inside(words.size());
  for (int a = 0; a < cells; ++a) {
    const CellWords& at = words.of(a);
    for (int d = 0; d < 4; ++d) inside[at.word[d]] |= 1ULL << (at.bit[d] + reach);
    for (int b = 0; b < cells; ++b) {
      for (int d = 0; d < 4 && a != b; ++d)
        if (at.word[d] == words.of(b).word[d] && std::abs(at.bit[d] - words.of(b).bit[d]) <= reach)
          within[a][d].push_back({static_cast<short>(b), words.of(b).bit[d]});
    }
  }
  for (int i = 0; i < words.size(); ++i) outside[i] = ~inside[i];
}

PatternBoard::PatternBoard(const PatternTables& tables, const Board& board)
    : t_(tables), to_move_(board.to_move), empties_(tables.rules.size()) {
  assert(plays(t_.rules) && static_cast<int>(board.cells.size()) == cells());
  sign_.fill(-1);
  make_room();
  for (int c = 0; c < cells(); ++c)
    for (const int side : {X, O}) add_to_totals(side, patterns_[side][c].cls, 1);
  for (int c = 0; c < cells(); ++c)
    for (int d = 0; d < 4; ++d) {
      update_patterns(c, d);
      changed_ = 0;
    }
  for (int c = 0; c < cells(); ++c)
    if (board.cells[c] >= 0) {
      put(c, board.cells[c]);
      changed_ = 0;
    }
}

template <int side>
inline void PatternBoard::update_pattern(int cell, int d, Pattern now) {
  CellPatterns& here = patterns_[side][cell];
  Change& saved = changes_[changed_++];  // filled in place: copying bytes that were just written would stall
  saved.before = here;
  saved.cell = static_cast<short>(cell);
  saved.side = side;
  const int before = here.cls;
  here.code = static_cast<std::uint16_t>(here.code + (now - here.pattern[d]) * tens[d]);
  here.cls = t_.class_of[here.code];
  here.pattern[d] = now;
  saved.level = change_totals(side, cell, before, here.cls);
}

// Updates the patterns of the empty cells near a new stone, along one direction.
void PatternBoard::update_patterns(int cell, int d) {
  const int word = t_.words.of(cell).word[d], reach = t_.patterns.reach();
  const std::uint64_t mask = (2ULL << 2 * reach) - 1;
  const std::uint64_t x = static_cast<std::uint64_t>(words_[X][word]) << reach | t_.outside[word];
  const std::uint64_t o = static_cast<std::uint64_t>(words_[O][word]) << reach | t_.outside[word];
  for (const auto [other, bit] : t_.within[cell][d]) {
    if (sign_[other] >= 0) continue;
    const PatternPair now = t_.patterns.of(x >> bit & mask, o >> bit & mask);
    if (now.x() != patterns_[X][other].pattern[d]) update_pattern<X>(other, d, now.x());
    if (now.o() != patterns_[O][other].pattern[d]) update_pattern<O>(other, d, now.o());
  }
}

void PatternBoard::put(int cell, int side) {
  make_room();
  for (const int s : {X, O}) {
    add_to_totals(s, patterns_[s][cell].cls, -1);
    of_level_[s][level(s, cell)].reset(cell);
  }
  sign_[cell] = static_cast<signed char>(side);
  t_.words.put(words_[side].data(), cell);
  for (int d = 0; d < 4; ++d) update_patterns(cell, d);
  near_ |= t_.around[cell];
  key_ ^= t_.zobrist(side, cell);
  empties_ -= 1;
  if (t_.rules.renju) find_forbidden(cell);
}

void PatternBoard::play(int cell) {
  assert(!won_ && is_empty(cell) && !forbidden(cell));
  won_ = level(to_move_, cell) == completes_line;
  plies_.push_back({{cell, to_move_}, totals_, near_, changed_, forbidden_});
  put(cell, to_move_);
  to_move_ ^= 1;
}

void PatternBoard::undo(int cell) {
  to_move_ ^= 1;
  assert(!plies_.empty() && plies_.back().stone == (Stone{cell, to_move_}));
  won_ = false;
  key_ ^= t_.zobrist(to_move_, cell);
  empties_ += 1;
  t_.words.take(words_[to_move_].data(), cell);
  sign_[cell] = -1;
  const auto& [stone, totals, near, size, forbidden] = plies_.back();
  while (changed_ > size) {
    const Change& change = changes_[--changed_];
    CellPatterns& here = patterns_[change.side][change.cell];
    if (change.level) move_level(change.side, change.cell, t_.levels[here.cls], t_.levels[change.before.cls]);
    here = change.before;
  }
  for (const int side : {X, O}) of_level_[side][level(side, cell)].set(cell);
  totals_ = totals;
  near_ = near;
  forbidden_ = forbidden;
  plies_.pop_back();
}

ThreatLevel PatternBoard::highest_level(int side) const {
  int level = completes_line;
  while (level > quiet && totals_.counts[side][level] == 0) --level;
  return static_cast<ThreatLevel>(level);
}

int PatternBoard::balance() const {
  using W = PatternWeights;
  const auto &own = totals_.worth[to_move_], &other = totals_.worth[to_move_ ^ 1];
  // In 64 bits, because the largest weights that a file may have, times the stones, do not fit into 32.
  const std::int64_t early = own[W::own_early] - other[W::other_early], late = own[W::own_late] - other[W::other_late];
  const int stones = std::min(plies(), t_.late);
  return static_cast<int>((early * (t_.late - stones) + late * stones) / t_.late) +
         t_.weights.threats[highest_level(to_move_)][highest_level(to_move_ ^ 1)];
}

void PatternBoard::defenses(MoveList& list) const {
  if (t_.special && !(t_.rules.renju && t_.stones.ban(to_move_))) return defenses_at_a_distance(list);
  BoardCells all = cells_from(to_move_, makes_four) | cells_from(to_move_ ^ 1, makes_four);
  while (all.any())
    if (const int cell = all.pop(); !forbidden(cell)) list.add(cell);
}

}  // namespace kinrow
