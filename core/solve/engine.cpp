#include "solve/engine.hpp"

#include "solve/engines.hpp"

namespace kinrow {

std::unique_ptr<Engine> make_engine(const Game& g, std::uint64_t memory, int threads) {
  if (g.rules.majority) return make_majority_engine(g, memory, threads);
  return with_shape<SmallShape, MediumShape, WordShape, NarrowShape, MiddleShape, LargeShape, LargestShape>(
      g, [&]<class Shape>(std::type_identity<Shape>) { return make_line_engine<Shape>(g, memory, threads); });
}

}  // namespace kinrow
