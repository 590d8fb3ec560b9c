// Vct: victory by continuous threats, threes and fours, on a PatternBoard (Allis 1994).
//
// The defender can answer an open three only on a cell where the attacker makes a four, or by making a four himself; a
// stone elsewhere leaves the open four or the double four that was threatened. All of those answers are tried, so a win
// that is found is a win. Every step looks first for a win by fours alone (Vcf).
#pragma once
#include <cstdint>
#include <vector>

#include "system/hashing.hpp"
#include "system/time_control.hpp"
#include "threat/pattern_board.hpp"
#include "threat/threat_cache.hpp"
#include "threat/vcf.hpp"

namespace kinrow {

// The budget of searches on a pattern board, and what they have found.
struct PatternSearch {
  PatternSearch(PatternBoard& b, TimeControl& t, ThreatCache& c) : board(b), time(t), cache(c) {}

  bool over_budget() const { return budget < 0 || time.over(); }
  bool spend() { return !time.spend() && --budget >= 0; }  // false once it is over
  // The key of a search with up to `depth` moves that make threes; with 0, a search by fours alone. If two of
  // these 64-bit keys are the same, a search may miss a win, or see one that is not there.
  std::uint64_t key(int depth) const { return board.key() ^ mix(static_cast<std::uint64_t>(depth)); }
  void add_moves(int side, ThreatLevel least, MoveList& list) const {
    for (BoardCells all = board.cells_from(side, least); all.any();) {
      const int cell = all.pop();
      list.add(cell);
      list.at[list.size - 1].score = board.promise(cell) + level_weight * board.level(side, cell);
    }
  }

  static constexpr int level_weight = 800;  // above the usual promise of a cell, so that the threat level counts first
  PatternBoard& board;
  TimeControl& time;
  ThreatCache& cache;
  int budget = 0;  // stones that may still be tried
};

// Policy of Vcf: plays on the board and takes back; tries the most promising fours first; remembers failures.
class FoursOnPatterns {
 public:
  class Position {  // the board after up to two more stones, taken back by the destructor
   public:
    explicit Position(PatternBoard& board) : board_(board) {}
    Position(PatternBoard& board, int cell) : board_(board) { play(cell); }
    ~Position() {
      while (size_ > 0) board_.undo(cells_[--size_]);
    }
    Position(const Position&) = delete;
    Position& operator=(const Position&) = delete;
    void play(int cell) {
      board_.play(cell);
      cells_[size_++] = cell;
    }

   private:
    PatternBoard& board_;
    int cells_[2], size_ = 0;
  };
  struct Four {
    int cell;
  };
  struct Fours {
    MoveList list;
    int next = 0;
  };

  explicit FoursOnPatterns(PatternSearch& search) : s_(search), b_(search.board) {}

  void begin() const {}
  int winning(const Position&) const {
    const int me = b_.to_move();
    if (b_.count(me, completes_line) > 0) return b_.first(me, completes_line);
    return b_.count(me ^ 1, completes_line) == 0 && b_.count(me, makes_win) > 0 ? b_.first(me, makes_win) : -1;
  }
  Fours fours(const Position&) const {
    Fours all;
    const int me = b_.to_move();
    if (b_.count(me, makes_four) + b_.count(me, makes_four_three) + b_.count(me, makes_win) == 0) return all;
    if (b_.helpless() || s_.cache.hopeless(s_.key(0))) return all;
    if (b_.count(me ^ 1, completes_line) == 0) {
      s_.add_moves(me, makes_four, all.list);
    } else {
      MoveList parries;
      b_.add_parries(parries);
      for (const MoveList::Move& move : parries)
        if (b_.makes_four_at(me, move.cell)) all.list.add(move.cell);
    }
    return all;
  }
  static bool next(const Position&, Fours& fours, Four& four) {
    if (fours.next == fours.list.size) return false;
    four.cell = fours.list.best_from(fours.next++);
    return true;
  }
  bool enter(const Position&, const Four&) const { return s_.spend(); }
  bool over_budget() const { return s_.over_budget(); }
  void failed(const Position&, const Fours& fours) const {
    if (fours.list.size > 0) s_.cache.failed(s_.key(0));
  }
  Position after(const Position&, const Four& four) const { return Position(b_, four.cell); }
  Completing completing(const Position&) const {
    const int me = b_.to_move() ^ 1, count = b_.count(me, completes_line);
    if (b_.special() && count > 0) return completing_despite_answers();
    return {count, count > 0 ? b_.first(me, completes_line) : -1};
  }
  static void answer(Position& p, int cell) { p.play(cell); }

 private:
  // Counts by the answers: none is as good as two cells that complete a line; several mean that none is forced.
  Completing completing_despite_answers() const {
    MoveList answers;
    if (!b_.over()) b_.add_parries(answers);
    if (answers.size > 1 || b_.over()) return {0, -1};
    return answers.size == 1 ? Completing{1, answers.at[0].cell} : Completing{2, -1};
  }

  PatternSearch& s_;
  PatternBoard& b_;
};

class Vct {
 public:
  Vct(PatternBoard& board, TimeControl& time, ThreatCache& cache) : b_(board), s_(board, time, cache), vcf_(s_) {}

  // The first move of a win by fours for the side to move, or -1. Tries at most `budget` stones.
  int by_fours(int budget) {
    s_.budget = budget;
    return fours();
  }
  // The same by fours and open threes; at most `depth` of the attacker's moves may be threes.
  int by_threes(int depth, int budget) {
    s_.budget = budget;
    return attack(depth);
  }

 private:
  int fours() {
    const int me = b_.to_move(), budget = s_.budget;
    if (b_.count(me, makes_four) + b_.count(me, makes_four_three) == 0) return first_four_of_a_win();
    const std::uint64_t key = s_.key(0);
    if (const auto known = s_.cache.probe(key, budget); known.outcome != ThreatCache::Outcome::unknown)
      return known.cell;
    const int cell = first_four_of_a_win();
    note(key, cell, budget);
    return cell;
  }
  int first_four_of_a_win() {
    const std::vector<int>& moves = vcf_.moves(FoursOnPatterns::Position(b_));
    return moves.empty() ? -1 : moves[0];
  }
  // A search cut short by the clock proves nothing, so nothing is stored.
  void note(std::uint64_t key, int cell, int budget) {
    if (cell >= 0)
      s_.cache.won(key, cell);
    else if (s_.budget < 0 && !s_.time.over())
      s_.cache.gave_up(key, budget);
    else if (!s_.time.over())
      s_.cache.failed(key);
  }
  int attack(int depth) {
    const int budget = s_.budget;
    if (const int cell = fours(); cell >= 0) return cell;
    if (depth == 0 || !s_.spend() || b_.helpless()) return -1;
    const std::uint64_t key = s_.key(depth);
    if (const auto known = s_.cache.probe(key, budget); known.outcome != ThreatCache::Outcome::unknown)
      return known.cell;
    const int cell = threes(depth);
    note(key, cell, budget);
    return cell;
  }
  int threes(int depth) {
    const int me = b_.to_move(), he = me ^ 1;
    MoveList list;
    if (b_.count(he, completes_line) > 0)
      b_.add_parries(list);
    else
      s_.add_moves(me, b_.count(he, makes_win) > 0 ? makes_four : makes_three, list);
    for (int i = 0; i < list.size && i < most_attacks; ++i) {
      const int cell = list.best_from(i);
      b_.play(cell);
      const bool won = every_answer_loses(depth - 1);
      b_.undo(cell);
      if (s_.over_budget()) return -1;
      if (won) return cell;
    }
    return -1;
  }
  // The defender is to move.
  bool every_answer_loses(int depth) {
    const int he = b_.to_move(), me = he ^ 1;
    if (b_.over()) return b_.won();
    if (b_.count(he, completes_line) > 0) return false;
    const int wins = b_.count(me, completes_line);
    if (b_.helpless()) return true;
    if (wins == 0 && b_.count(me, makes_win) == 0) return false;
    MoveList list;
    if (wins > 0)
      b_.add_parries(list);
    else
      b_.defenses(list);
    for (int i = 0; i < list.size; ++i) list.at[i].score = b_.promise(list.at[i].cell);
    for (int i = 0; i < list.size; ++i) {
      const int cell = list.best_from(i);
      b_.play(cell);
      const bool lost = attack(depth) >= 0;
      b_.undo(cell);
      if (!lost || s_.over_budget()) return false;
    }
    return true;
  }

  static constexpr int most_attacks = 12;  // threes tried per position; set by hand

  PatternBoard& b_;
  PatternSearch s_;
  Vcf<FoursOnPatterns> vcf_;
};

}  // namespace kinrow
