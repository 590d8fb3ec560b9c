// Session: one game and its searches. Each takes its memory when it is first used, and keeps it until the game ends.
#pragma once
#include <memory>

#include "follower.hpp"
#include "game/line_sizes.hpp"
#include "play/engine.hpp"
#include "play/mcts_line.hpp"
#include "solve/solvers.hpp"

namespace kinrow {

class Session {
 public:
  // `memory`: at most this many bytes for each table; twice as many for a strategy.
  Session(const Rules& rules, std::uint64_t memory) : game_(rules), memory_(memory) {}

  const Game& game() const { return game_; }
  // Few sizes, because each makes the module larger: a page's boards have 225 cells at most.
  Solver& solver() {
    if (!solver_)
      solver_ = with_shape<SmallShape, WordShape, LargeShape>(
          game_, [&]<class Shape>(std::type_identity<Shape>) { return make_line_solver<Shape>(game_, memory_, 1); });
    return *solver_;
  }
  Engine& engine() {
    if (!engine_) engine_ = make_engine(game_, memory_, 1, weights_, Follower::plays(game_) ? &make_follower : nullptr);
    return *engine_;
  }
  Mcts& mcts(std::uint64_t seed) {
    if (!mcts_)
      mcts_ = game_.rules.size() <= 64 ? make_small_mcts(game_, {memory_, 1, seed})
                                       : make_large_mcts(game_, {memory_, 1, seed});
    return *mcts_;
  }
  Follower& follower() {
    if (!follower_) follower_ = std::make_unique<Follower>(game_, 2 * memory_);  // gomoku has 17,262 entries
    return *follower_;
  }
  // For the engine, from its next search on.
  void weigh(const EngineWeights& weights) {
    weights_ = weights;
    engine_.reset();
  }

 private:
  const Game game_;
  const std::uint64_t memory_;
  EngineWeights weights_;
  std::unique_ptr<Solver> solver_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<Mcts> mcts_;
  std::unique_ptr<Follower> follower_;
};

}  // namespace kinrow
