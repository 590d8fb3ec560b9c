// Engines for WordShape.
#include "solve/line_engine.hpp"

namespace kinrow {

std::unique_ptr<Engine> make_word(const Game& g, std::uint64_t memory, int threads, bool misere) {
  return make_line_engine<WordShape>(g, memory, threads, misere);
}

}  // namespace kinrow
