// PatternBoard: a board of a "k in a row wins" game with single stones that knows what every empty cell would make.
//
// For each cell, direction and side the shape (shapes.hpp) is kept up to date: a stone changes those within reach of
// it in four directions, some forty table look-ups. Counts of the cells of each rank tell at once whether anything
// must be played or answered.
#pragma once
#include <array>
#include <vector>

#include "game/game.hpp"
#include "game/line_words.hpp"
#include "game/moves.hpp"
#include "system/hashing.hpp"
#include "threat/shapes.hpp"

namespace kinrow {

enum Rank : std::uint8_t {  // of a cell for one side, over all four directions
  quiet,
  makes_three,   // an open three
  makes_threes,  // two of them
  makes_four,
  makes_four_three,
  makes_win,  // an open four, or two fours: nothing stops it but a line of the other side
  completes_line,
  ranks
};

struct PatternTables {  // what all boards of a game share
  explicit PatternTables(const Game& game);
  Rules rules;
  LineWords words;
  ShapeTable shapes;
  std::array<Rank, 4096> ranks;
  std::vector<std::uint64_t> outside;                    // by word: the bits beyond the board, shifted by the reach
  std::vector<std::vector<std::pair<int, int>>> within;  // by cell: (cell, direction) whose shape it may change
  std::vector<std::vector<int>> around;                  // by cell: those at most two steps away
  Zobrist<std::uint64_t> zobrist;
};

class PatternBoard {
 public:
  static bool plays(const Rules& r) {
    return !r.majority && !r.misere && r.stones == 1 && r.first == 1 && r.k >= 3 && r.k <= (r.exact ? 5 : 6);
  }
  PatternBoard(const PatternTables& tables, const Board& board);

  int to_move() const { return to_move_; }
  int cells() const { return t_.rules.size(); }
  int empties() const { return empties_; }
  int plies() const { return cells() - empties_; }
  bool is_empty(int cell) const { return sign_[cell] < 0; }
  std::uint64_t key() const { return to_move_ == X ? key_ : key_ ^ o_to_move; }
  bool won() const { return won_; }  // by the side that moved last
  bool over() const { return won_ || empties_ == 0; }

  void play(int cell);
  void undo(int cell);  // the last stone
  void pass() { to_move_ ^= 1; }

  int count(int side, Rank rank) const { return counts_[side][rank]; }
  Rank rank(int side, int cell) const { return t_.ranks[codes_[side][cell]]; }
  bool makes_four_at(int side, int cell) const { return rank(side, cell) >= makes_four; }
  int first(int side, Rank rank) const;  // some empty cell of that rank; there is one
  int promise(int cell) const { return worth_[to_move_][cell] * 5 + worth_[to_move_ ^ 1][cell] * 4; }
  bool near(int cell) const { return near_[cell] > 0; }
  // For the side to move: the sum of what its cells would make less the other's, in the same small units as promise.
  int balance() const { return total_[to_move_] - total_[to_move_ ^ 1]; }
  // Cells that stop the other side's `makes_win` and worse: all with a four of his; one's own fours gain time.
  void parries(MoveList& list) const;

 private:
  void put(int cell, int side, bool on);
  void reshape(int cell, int direction);
  void retotal(int side, int cell, int sign) {
    total_[side] += sign * worth_[side][cell];
    counts_[side][rank(side, cell)] += sign;
  }

  static constexpr std::uint64_t o_to_move = mix(1);

  const PatternTables& t_;
  std::array<std::array<std::uint32_t, 118>, 2> words_{};
  std::array<std::array<std::array<Shape1, 4>, 400>, 2> shape_{};
  std::array<std::array<std::uint16_t, 400>, 2> codes_{};
  std::array<std::array<int, 400>, 2> worth_{};
  std::array<int, 2> total_{};
  std::array<std::array<int, ranks>, 2> counts_{};
  std::array<signed char, 400> sign_;
  std::array<short, 400> near_{};
  int to_move_, empties_;
  bool won_ = false;
  std::uint64_t key_ = 0;
};

}  // namespace kinrow
