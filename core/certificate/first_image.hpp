// FirstImage: the canonical one of the symmetric images of a board; it is what a player who follows a strategy searches
// (docs/strategy-format.md).
//
// A search may find different moves in different images. Everyone who follows a strategy, in Python or in a browser,
// searches this image, so all find the same moves.
#pragma once
#include "board/transform.hpp"
#include "certificate/proof_oracle.hpp"
#include "game/rules.hpp"

namespace kinrow {

class FirstImage {
 public:
  FirstImage(const Rules& rules, const Board& board);
  // The board itself, for games that its symmetries change.
  explicit FirstImage(const Board& board);

  const Board& board() const { return board_; }
  AnyCells image(const AnyCells& cells) const { return mapped(cells, places_); }
  // Maps a win on this image back to the board; the move may be -1 (none).
  LambdaWin back(const LambdaWin& win) const;

 private:
  Board board_;
  Permutation places_;  // maps a cell of the board to a cell of this image
  Permutation origins_;
};

// Whether the last move of `side` may have been that of a position that was learned: then this board, on which the
// other side is to move, is in the tree of that position. `image` is the first image of a board.
bool follows_learned(LambdaOracle& oracle, const Rules& rules, const Board& image, int side);

}  // namespace kinrow
