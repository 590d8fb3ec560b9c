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
};

}  // namespace kinrow
