// Field: one board that stones are put on and taken from, as fast as one cell after another can be.
//
// The empty cells stand in a list that a stone leaves by a swap, so a random legal cell is one look, and lines are
// seen in the four words through the stone (game/line_words.hpp).
#pragma once
#include <array>

#include "game/game.hpp"
#include "game/line_words.hpp"
#include "system/random.hpp"

namespace kinrow {

struct FieldTables {
  explicit FieldTables(const Game& g) : game(g), words(g.rules), last_ply(g.rules.last_ply()) {}
  Game game;
  LineWords words;
  int last_ply;
};

class Field {
 public:
  struct Turn {  // what a stone changes besides its cell
    int to_move, left;
  };

  Field(const FieldTables& t, const Board& b);
  bool over() const { return over_; }
  int to_move() const { return turn_.to_move; }
  int left() const { return turn_.left; }
  Turn turn() const { return turn_; }
  int plies() const { return t_->game.rules.size() - empties_; }
  int empties() const { return empties_; }
  int sign(int cell) const { return sign_[cell]; }  // -1 where empty
  int winner() const;                               // X, O or -1; of a finished game
  int margin() const;                               // majority, of a finished game: lines of X minus lines of O

  void play(int cell) {
    const int side = turn_.to_move;
    remove(cell);
    sign_[cell] = static_cast<signed char>(side);
    if (t_->words.put(words_[side].data(), cell) && !t_->game.rules.majority) line_by_ = side;
    if (--turn_.left == 0) turn_ = {side ^ 1, t_->game.rules.stones};
    over_ = line_by_ >= 0 || empties_ == 0 || plies() == t_->last_ply;
  }
  // Takes the stone on `cell`, the last one played, back; `before` is turn() as it was then.
  void undo(int cell, const Turn& before) {
    t_->words.take(words_[before.to_move].data(), cell);
    sign_[cell] = -1;
    turn_ = before;
    line_by_ = -1;
    over_ = false;
    place_[cell] = static_cast<short>(empties_);
    empty_[empties_++] = static_cast<short>(cell);
  }
  int random_cell(SplitMix64& random) const { return empty_[random.below(empties_)]; }
  int playout(SplitMix64& random) {  // random stones to the end; the winner
    while (!over_) play(random_cell(random));
    return winner();
  }

 private:
  void remove(int cell) {
    const short last = empty_[--empties_];
    empty_[place_[cell]] = last;
    place_[last] = place_[cell];
  }

  const FieldTables* t_;
  Turn turn_;
  int empties_ = 0, line_by_ = -1;
  bool over_ = false;
  std::array<std::array<std::uint32_t, 118>, 2> words_{};  // 20x20 has 118 words
  std::array<short, 400> empty_, place_;
  std::array<signed char, 400> sign_;
};

}  // namespace kinrow
