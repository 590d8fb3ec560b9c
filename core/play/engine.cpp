#include "play/engine.hpp"

#include "play/alpha_beta_engine.hpp"
#include "play/count_evaluator.hpp"
#include "play/line_engines.hpp"

namespace kinrow {

std::optional<EngineWeights> EngineWeights::of(const Rules& rules, std::span<const std::int16_t> patterns,
                                               std::span<const std::int16_t> correction) {
  if (!correction.empty() && !Correction::fits(rules, correction)) return std::nullopt;
  const auto read = patterns.empty() ? PatternWeights::by_hand() : PatternWeights::of(patterns);
  if (!read) return std::nullopt;
  return EngineWeights{*read, {correction.begin(), correction.end()}};
}

std::unique_ptr<Engine> make_engine(const Game& game, std::uint64_t memory, int threads, const EngineWeights& weights,
                                    OracleMaker make) {
  if (game.rules.majority || game.rules.misere)
    return std::make_unique<AlphaBetaEngine<CountEvaluator>>(game, memory, threads, weights, nullptr);
  if (!PatternBoard::plays(game.rules)) return make_line_engine(game, memory, threads);
  // Lambda search plays neither renju nor caro.
  return std::make_unique<AlphaBetaEngine<PatternEvaluator>>(game, memory, threads, weights,
                                                             game.rules.special() ? nullptr : make);
}

}  // namespace kinrow
