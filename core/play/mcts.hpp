// Mcts: Monte Carlo tree search that proves what it can.
//
// UCT with priors (PUCT, Rosin 2011) over a tree of single stones. Random playouts score the leaves, or else a network
// does, which then also gives the priors (Silver et al. 2017). The solver's leaf tests tell which moves answer a threat
// and which positions are decided. What they or the rules decide is backed up as bounds (MCTS-Solver, Winands et al.
// 2008; score bounds, Cazenave and Saffidine 2010), so that a proven result is a fact about the game, never an
// estimate.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "play/network.hpp"

namespace kinrow {

struct MoveStatistics {
  int cell;
  std::uint64_t visits;
  double value;      // mean result for the side to move, -1 to 1; the result itself if proven
  int lower, upper;  // proven bounds on it: -1 loss, 0 draw, 1 win
};

struct MctsResult {
  int best = -1;
  int lower = -1, upper = 1;  // of the position, for the side to move
  std::vector<MoveStatistics> moves;
  std::uint64_t simulations = 0;
};

struct MctsLimits {
  std::uint64_t simulations = 0;                     // 0: none
  std::chrono::steady_clock::time_point deadline{};  // the epoch: none
  std::vector<float> noise{};  // by cell: takes the place of a quarter of the root's priors; empty: none
};

struct MctsOptions {
  std::uint64_t memory;  // bytes of the tree at most; once it is full, leaves are scored but get no children
  int threads;
  std::uint64_t seed;
  std::shared_ptr<const Network> network{};  // none: playouts. Not for majority games
};

class Mcts {
 public:
  virtual ~Mcts() = default;
  // Searches a board that is not finished, until a limit, a stop, or a proof of the best move. Reuses the part of the
  // last tree below this board.
  // With one thread and no limit but simulations, the result depends only on the seed and the searches since forget().
  virtual MctsResult search(const Board& board, const MctsLimits& limits) = 0;
  virtual void forget() = 0;
  virtual std::uint64_t nodes() const = 0;

  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> simulations{0};  // of the running search
};

std::unique_ptr<Mcts> make_mcts(const Game& game, const MctsOptions& options);

}  // namespace kinrow
