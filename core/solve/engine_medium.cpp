// Boards of up to 64 cells and 128 lines of up to 7: (8,8,5).
#include "solve/line_engine.hpp"

namespace kinrow {

std::unique_ptr<Engine> make_medium(const Game& g, std::uint64_t memory, int threads, bool misere) {
  return make_line_engine<LineShape<1, 2, 3>>(g, memory, threads, misere);
}

}  // namespace kinrow
