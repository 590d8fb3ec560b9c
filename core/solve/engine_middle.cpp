// Boards of up to 128 cells and 512 lines of up to 7: (9,9,4), (10,10,5), (11,11,5).
#include "solve/line_engine.hpp"

namespace kinrow {

std::unique_ptr<Engine> make_middle(const Game& g, std::uint64_t memory, int threads, bool misere) {
  return make_line_engine<LineShape<2, 8, 3>>(g, memory, threads, misere);
}

}  // namespace kinrow
