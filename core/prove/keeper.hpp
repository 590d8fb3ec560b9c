// Keeper: whoever can name the move that keeps an outcome; a proof is written by asking it again and again.
#pragma once
#include <optional>

#include "board/bits.hpp"
#include "game/game.hpp"

namespace kinrow {

using AnyCells = Bits<7>;  // of the largest board, 20 by 20

class Keeper {
 public:
  virtual ~Keeper() = default;
  // A move that keeps the outcome for the side to move at `goal` (1: win, 0: no loss) or better; -1 if there is none
  // or the search was stopped.
  virtual int keeper(const Board& board, int goal) = 0;
  // Whether this side wins by a tree of this order, see attack.hpp, as far as looking at so many positions tells; if it
  // may be by one within this zone.
  struct Question {
    int side, order, last;
    std::uint64_t budget;
    std::optional<AnyCells> within{};
  };
  // Its move, and the zone of the tree.
  struct Attacked {
    bool wins = false;
    int move = -1;
    AnyCells zone{};
  };
  virtual Attacked attack(const Board& /*board*/, const Question& /*question*/) { return {}; }
  // Whether this side does not complete a line even if the other only stops it, as far as that is known or soon seen.
  virtual bool stopped(const Board& /*board*/, int /*side*/) { return false; }
  // A move after which the other side never completes a line; -1 if there is none or the search was stopped.
  virtual int stopper(const Board& /*board*/) { return -1; }
};

}  // namespace kinrow
