// PlayoutBoard: one board on which stones are played and taken back, fast enough for random playouts.
//
// The empty cells are kept in a list, from which a stone removes its cell by a swap, so that a random legal cell takes
// one look-up. Lines are found in the four words through the stone (game/line_words.hpp).
#pragma once
#include <array>
#include <cassert>

#include "game/game.hpp"
#include "game/line_words.hpp"
#include "system/random.hpp"

namespace kinrow {

struct PlayoutTables {
  explicit PlayoutTables(const Game& g)
      : game(g), words(g.rules), last_ply(g.rules.last_ply()), special(g.rules.special()) {}
  Game game;
  LineWords words;
  int last_ply;
  bool special;  // renju or caro: the words show which stones may complete a line, the stone rules whether they do
};

class PlayoutBoard {
 public:
  struct Turn {  // whose turn it is, and the stones left in it
    int to_move, left;
  };

  PlayoutBoard(const PlayoutTables& t, const Board& b);
  bool over() const { return over_; }
  int to_move() const { return turn_.to_move; }
  int left() const { return turn_.left; }
  Turn turn() const { return turn_; }
  int plies() const { return t_->game.rules.size() - empties_; }
  int empties() const { return empties_; }
  int sign(int cell) const { return sign_[cell]; }  // -1 if empty
  int winner() const;                               // X, O or -1; of a finished game
  int margin() const;                               // majority, of a finished game: lines of X minus lines of O

  void play(int cell) {
    assert(!over_ && sign_[cell] < 0);
    const int side = turn_.to_move;
    remove(cell);
    sign_[cell] = static_cast<signed char>(side);
    if (t_->words.put(words_[side].data(), cell) && !t_->game.rules.majority && counts(cell)) line_by_ = side;
    if (--turn_.left == 0) turn_ = {side ^ 1, t_->game.rules.stones};
    over_ = line_by_ >= 0 || empties_ == 0 || plies() == t_->last_ply || (t_->special && stuck());
  }
  // Takes back the stone on `cell`, the last one played; `before` is what turn() was before it.
  void undo(int cell, const Turn& before) {
    assert(sign_[cell] == before.to_move);
    t_->words.take(words_[before.to_move].data(), cell);
    sign_[cell] = -1;
    turn_ = before;
    line_by_ = -1;
    over_ = false;
    place_[cell] = static_cast<short>(empties_);
    empty_[empties_++] = static_cast<short>(cell);
  }
  bool allowed(int cell) const {  // whether an empty cell is not forbidden
    return !t_->special || !banned() || !t_->game.stones.forbids(sign_, cell);
  }
  int random_cell(SplitMix64& random) const {
    assert(empties_ > 0);
    int cell = empty_[random.below(empties_)];
    while (t_->special && !allowed(cell)) cell = empty_[random.below(empties_)];
    return cell;
  }
  int playout(SplitMix64& random) {  // random stones to the end; the winner
    while (!over_) play(random_cell(random));
    return winner();
  }

 private:
  bool banned() const { return t_->game.stones.ban(turn_.to_move); }
  bool counts(int cell) const { return !t_->special || t_->game.stones.completes(sign_, cell); }
  bool stuck() const { return banned() && !t_->game.stones.any_allowed(sign_); }
  void remove(int cell) {
    const short last = empty_[--empties_];
    empty_[place_[cell]] = last;
    place_[last] = place_[cell];
  }

  const PlayoutTables* t_;
  Turn turn_;
  int empties_ = 0, line_by_ = -1;
  bool over_ = false;
  std::array<std::array<std::uint32_t, LineWords::most_words>, 2> words_{};
  std::array<short, most_cells> empty_, place_;
  Signs sign_{};
};

}  // namespace kinrow
