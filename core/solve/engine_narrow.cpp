// Engines for NarrowShape.
#include "solve/line_engine.hpp"

namespace kinrow {

std::unique_ptr<Engine> make_narrow(const Game& g, std::uint64_t memory, int threads, bool misere) {
  return make_line_engine<NarrowShape>(g, memory, threads, misere);
}

}  // namespace kinrow
