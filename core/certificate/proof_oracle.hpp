// ProofOracle: answers the proof writer's queries at each position, above all for moves that keep an outcome.
#pragma once
#include "lambda/lambda_oracle.hpp"

namespace kinrow {

// A position that the side to move wins, by a tree of this order with this zone.
struct KnownWin {
  Board board;
  int order, move;
  AnyCells zone;
};

class ProofOracle : public LambdaOracle {
 public:
  // A move that keeps the outcome for the side to move at `goal` (1: win, 0: no loss) or better; -1 if there is none
  // or the search was stopped.
  virtual int best_move(const Board& board, int goal) = 0;
  LambdaWin lambda_win(const Board& /*board*/, const LambdaQuery& /*query*/) override { return {}; }
  // Whether an opponent who only stops lines is known, or quickly found, to keep this side from completing one.
  virtual bool breaker_holds(const Board& /*board*/, int /*side*/) { return false; }
  // A move after which the opponent never completes a line; -1 if there is none or the search was stopped.
  virtual int breaker_move(const Board& /*board*/) { return -1; }
};

}  // namespace kinrow
