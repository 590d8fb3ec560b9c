#include "solve/solver.hpp"

#include <cassert>

#include "solve/solvers.hpp"

namespace kinrow {

std::unique_ptr<Solver> make_solver(const Game& g, std::uint64_t memory, int threads) {
  assert(threads >= 1);
  if (g.rules.majority) return make_majority_solver(g, memory, threads);
  if (g.rules.special()) return make_variant_solver(g, memory, threads);
  return with_shape<SmallShape, MediumShape, WordShape, NarrowShape, MiddleShape, LargeShape, LargestShape>(
      g, [&]<class Shape>(std::type_identity<Shape>) { return make_line_solver<Shape>(g, memory, threads); });
}

}  // namespace kinrow
