// FirstImage: the image of a board, among its symmetric ones, that a follower of a strategy searches
// (docs/strategy-format.md).
//
// A search may find other moves in another image. Whoever follows a strategy, in Python or in a browser, searches this
// one, and so finds the same moves.
#pragma once
#include "board/transform.hpp"
#include "certificate/proof_oracle.hpp"
#include "game/rules.hpp"

namespace kinrow {

class FirstImage {
 public:
  FirstImage(const Rules& rules, const Board& board);

  const Board& board() const { return board_; }
  AnyCells image(const AnyCells& cells) const { return mapped(cells, places_); }
  // A win found on this image, as one on the board; the move may be -1 (none).
  LambdaWin back(const LambdaWin& win) const;

 private:
  Board board_;
  Permutation places_;  // where a cell of the board goes
  Permutation origins_;
};

}  // namespace kinrow
