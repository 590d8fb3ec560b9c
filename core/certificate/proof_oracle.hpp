// ProofOracle: knows moves that keep an outcome. A proof is written by querying it again and again.
#pragma once
#include <optional>

#include "board/bits.hpp"
#include "game/game.hpp"

namespace kinrow {

using AnyCells = Bits<8>;  // of the largest board, 22 by 22

// Whether `side` wins by a tree of this order (lambda/lambda_problem.hpp), if possible by one within this zone.
struct LambdaQuery {
  int side, order, max_order;
  std::uint64_t budget;  // positions to search
  std::optional<AnyCells> within{};
  bool only_within = false;  // by no other tree
  bool afresh = false;       // with what the oracle was taught, and nothing that it found in other searches
};
// The winning move, and the zone of the tree; or that the search has ended without a win.
struct LambdaWin {
  bool found = false;
  int move = -1;
  AnyCells zone{};
  bool refuted = false;
};

// A position that the side to move wins, by a tree of this order with this zone.
struct KnownWin {
  Board board;
  int order, move;
  AnyCells zone;
};

class ProofOracle {
 public:
  virtual ~ProofOracle() = default;
  // A move that keeps the outcome for the side to move at `goal` (1: win, 0: no loss) or better; -1 if there is none
  // or the search was stopped.
  virtual int best_move(const Board& board, int goal) = 0;
  virtual LambdaWin lambda_win(const Board& /*board*/, const LambdaQuery& /*query*/) { return {}; }
  // Whether this side never completes a line if the opponent only stops lines, as far as that is known or quickly seen.
  virtual bool breaker_holds(const Board& /*board*/, int /*side*/) { return false; }
  // A move after which the opponent never completes a line; -1 if there is none or the search was stopped.
  virtual int breaker_move(const Board& /*board*/) { return -1; }
};

}  // namespace kinrow
