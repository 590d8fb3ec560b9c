// ThreatSearch: wins by forcing moves alone, on a board that knows its shapes.
//
// With fours alone each answer is the only one. With open threes the defender may answer on any cell with a four of
// the attacker's or make a four of his own, and all of those are tried, so a win that is found is a win: a stone
// elsewhere leaves the open four or double four that was threatened.
#pragma once
#include <cstdint>
#include <vector>

#include "play/effort.hpp"
#include "play/pattern_board.hpp"

namespace kinrow {

class ThreatSearch {
 public:
  ThreatSearch(PatternBoard& board, Effort& effort) : b_(board), effort_(effort), failed_(1 << 15) {}

  // A first move that wins by fours for the side to move, or -1; at most so many stones are tried.
  int by_fours(int budget) {
    budget_ = budget;
    best_ = -1;
    return fours(true) ? best_ : -1;
  }
  // The same by fours and open threes, no deeper than `depth` of the attacker's moves.
  int by_threes(int depth, int budget) {
    budget_ = budget;
    best_ = -1;
    return attack(depth, true) ? best_ : -1;
  }

 private:
  bool tired() { return effort_.spend() || --budget_ < 0; }
  bool name(bool top, int cell) {
    if (top) best_ = cell;
    return true;
  }
  std::uint64_t key(int depth) const {
    return b_.key() ^ (static_cast<std::uint64_t>(b_.to_move() + 2 * depth + 1) * 0x9e3779b97f4a7c15ULL);
  }
  std::uint64_t& slot(std::uint64_t key) { return failed_[key >> 49]; }

  bool fours(bool top) {
    const int me = b_.to_move(), he = me ^ 1, threats = b_.count(he, completes_line);
    if (b_.count(me, completes_line) > 0) return name(top, b_.first(me, completes_line));
    if (threats > 1) return false;
    if (threats == 0 && b_.count(me, makes_win) > 0) return name(top, b_.first(me, makes_win));
    if (b_.count(me, makes_four) + b_.count(me, makes_four_three) + b_.count(me, makes_win) == 0) return false;
    const std::uint64_t here = key(0);
    if (slot(here) == here) return false;
    MoveList list;
    if (threats == 1)
      list.add(b_.first(he, completes_line));
    else
      with_rank(me, makes_four, list);
    for (int i = 0; i < list.size; ++i) {
      const int cell = list.best_from(i);
      if (b_.makes_four_at(me, cell) && four_wins(cell)) return name(top, cell);
      if (budget_ < 0 || effort_.over()) return false;
    }
    slot(here) = here;
    return false;
  }
  bool four_wins(int cell) {
    if (tired()) return false;
    const int me = b_.to_move();
    b_.play(cell);
    const int wins = b_.count(me, completes_line);
    bool won = wins > 1;
    if (wins == 1) {
      const int reply = b_.first(me, completes_line);
      b_.play(reply);
      won = fours(false);
      b_.undo(reply);
    }
    b_.undo(cell);
    return won;
  }

  bool attack(int depth, bool top) {
    const int me = b_.to_move(), he = me ^ 1;
    if (fours(top)) return true;
    if (depth == 0 || tired() || b_.count(he, completes_line) > 1) return false;
    const std::uint64_t here = key(depth);
    if (slot(here) == here) return false;
    MoveList list;
    if (b_.count(he, completes_line) == 1)
      list.add(b_.first(he, completes_line));
    else
      with_rank(me, b_.count(he, makes_win) > 0 ? makes_four : makes_three, list);
    for (int i = 0; i < list.size && i < most_attacks; ++i) {
      const int cell = list.best_from(i);
      b_.play(cell);
      const bool won = stands(depth - 1);
      b_.undo(cell);
      if (effort_.over() || budget_ < 0) return false;
      if (won) return name(top, cell);
    }
    slot(here) = here;
    return false;
  }
  // The defender is to move: does every answer lose?
  bool stands(int depth) {
    const int he = b_.to_move(), me = he ^ 1;
    if (b_.won()) return true;
    if (b_.count(he, completes_line) > 0) return false;
    const int wins = b_.count(me, completes_line);
    if (wins > 1) return true;
    if (wins == 0 && b_.count(me, makes_win) == 0) return false;
    MoveList list;
    if (wins == 1)
      list.add(b_.first(me, completes_line));
    else
      b_.parries(list);
    for (int i = 0; i < list.size; ++i) list.at[i].score = b_.promise(list.at[i].cell);
    for (int i = 0; i < list.size; ++i) {
      const int cell = list.best_from(i);
      b_.play(cell);
      const bool lost = attack(depth, false);
      b_.undo(cell);
      if (!lost || budget_ < 0 || effort_.over()) return false;
    }
    return true;
  }
  void with_rank(int side, Rank least, MoveList& list) const {
    for (int c = 0; c < b_.cells(); ++c)
      if (b_.is_empty(c) && b_.rank(side, c) >= least) {
        list.add(c);
        list.at[list.size - 1].score = b_.promise(c) + 200 * b_.rank(side, c);
      }
  }

  static constexpr int most_attacks = 12;

  PatternBoard& b_;
  Effort& effort_;
  std::vector<std::uint64_t> failed_;
  int budget_ = 0, best_ = -1;
};

}  // namespace kinrow
