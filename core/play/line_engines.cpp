#include "play/line_engines.hpp"

#include "game/line_sizes.hpp"
#include "play/alpha_beta_engine.hpp"
#include "play/line_evaluator.hpp"

namespace kinrow {

std::unique_ptr<Engine> make_line_engine(const Game& game, std::uint64_t memory, int threads) {
  return with_shape<MediumShape, WideShape, BroadShape, LargestShape>(
      game, [&]<class Shape>(std::type_identity<Shape>) -> std::unique_ptr<Engine> {
        return std::make_unique<AlphaBetaEngine<LineEvaluator<Shape>>>(game, memory, threads, EngineWeights{}, nullptr);
      });
}

}  // namespace kinrow
