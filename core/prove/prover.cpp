#include "prove/provers.hpp"

namespace kinrow {

std::unique_ptr<Prover> make_prover(const Game& g, std::uint64_t memory, int threads) {
  if (fits<SmallShape>(g)) return make_prover_of<SmallShape>(g, memory, threads);
  if (fits<MediumShape>(g)) return make_prover_of<MediumShape>(g, memory, threads);
  if (fits<WordShape>(g)) return make_prover_of<WordShape>(g, memory, threads);
  if (fits<MiddleShape>(g)) return make_prover_of<MiddleShape>(g, memory, threads);
  if (fits<LargeShape>(g)) return make_prover_of<LargeShape>(g, memory, threads);
  return make_prover_of<LargestShape>(g, memory, threads);
}

}  // namespace kinrow
