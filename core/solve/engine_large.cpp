// Engines for LargeShape.
#include "solve/line_engine.hpp"

namespace kinrow {

std::unique_ptr<Engine> make_large(const Game& g, std::uint64_t memory, int threads, bool misere) {
  return make_line_engine<LargeShape>(g, memory, threads, misere);
}

}  // namespace kinrow
