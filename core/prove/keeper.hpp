// Keeper: whoever can name the move that keeps an outcome; a proof is written by asking it again and again.
#pragma once
#include "game/game.hpp"

namespace kinrow {

class Keeper {
 public:
  virtual ~Keeper() = default;
  // A move that keeps the outcome for the side to move at `goal` (1: win, 0: no loss) or better; -1 if there is none
  // or the search was stopped.
  virtual int keeper(const Board& board, int goal) = 0;
  // Whether this side wins by a tree of this order, and its move, see attack.hpp; as far as looking at so many
  // positions tells.
  struct Attacked {
    bool wins = false;
    int move = -1;
  };
  virtual Attacked attack(const Board& /*board*/, int /*side*/, int /*order*/, int /*last*/, std::uint64_t /*budget*/) {
    return {};
  }
  // Whether this side does not complete a line even if the other only stops it, as far as that is known or soon seen.
  virtual bool stopped(const Board& /*board*/, int /*side*/) { return false; }
  // A move after which the other side never completes a line; -1 if there is none or the search was stopped.
  virtual int stopper(const Board& /*board*/) { return -1; }
};

}  // namespace kinrow
