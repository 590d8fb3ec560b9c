// Boards of up to 64 cells and 64 lines of up to 7: (8,4,4), (7,7,5).
#include "solve/line_engine.hpp"

namespace kinrow {

std::unique_ptr<Engine> make_small(const Game& g, std::uint64_t memory, int threads, bool misere) {
  return make_line_engine<LineShape<1, 1, 3>>(g, memory, threads, misere);
}

}  // namespace kinrow
