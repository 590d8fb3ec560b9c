// LeafNetwork: a network as the tree search uses it: for a result at a leaf, and for the priors of moves (Silver et al.
// 2017).
#pragma once
#include <cmath>

#include "game/moves.hpp"
#include "play/network.hpp"
#include "play/tree.hpp"

namespace kinrow {

class LeafNetwork {
 public:
  LeafNetwork(const Network& network, const Rules& rules) : board_(network, rules) {}

  int result_for_x(const PlayoutBoard& board) {
    board_.evaluate(board);
    const int value = static_cast<int>(std::lround(board_.expectation() * Node::one_result));
    return board.to_move() == X ? value : -value;
  }
  void score_moves(const PlayoutBoard& board, MoveList& list) {
    board_.evaluate(board);
    for (int i = 0; i < list.size; ++i) list.at[i].score = board_.policy(list.at[i].cell);
  }
  // A move's share of the prior, up to a factor: a softmax over the scores, of which `most` is the largest.
  static double weight(int score, int most) {
    return std::exp(static_cast<double>(score - most) / NetworkBoard::one_logit);
  }

 private:
  NetworkBoard board_;
};

}  // namespace kinrow
