// Boards of up to 400 cells: (19,19,6) with two stones a turn.
#include "solve/line_engine.hpp"

namespace kinrow {

std::unique_ptr<Engine> make_largest(const Game& g, std::uint64_t memory, int threads, bool misere) {
  return make_line_engine<LineShape<7, 26, 5>>(g, memory, threads, misere);
}

}  // namespace kinrow
