#include "solve/engine.hpp"

#include "solve/engines.hpp"
#include "solve/line_sizes.hpp"

namespace kinrow {
namespace {

std::unique_ptr<Engine> make_line(const Game& g, std::uint64_t memory, int threads) {
  const bool misere = g.rules.misere;
  if (fits<SmallShape>(g)) return make_small(g, memory, threads, misere);
  if (fits<MediumShape>(g)) return make_medium(g, memory, threads, misere);
  if (fits<WordShape>(g)) return make_word(g, memory, threads, misere);
  if (fits<NarrowShape>(g)) return make_narrow(g, memory, threads, misere);
  if (fits<MiddleShape>(g)) return make_middle(g, memory, threads, misere);
  if (fits<LargeShape>(g)) return make_large(g, memory, threads, misere);
  return make_largest(g, memory, threads, misere);
}

}  // namespace

std::unique_ptr<Engine> make_engine(const Game& g, std::uint64_t memory, int threads) {
  return g.rules.majority ? make_majority(g, memory, threads) : make_line(g, memory, threads);
}

}  // namespace kinrow
