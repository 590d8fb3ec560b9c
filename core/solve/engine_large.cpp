// Every other board of up to 256 cells: (15,15,5).
#include "solve/line_engine.hpp"

namespace kinrow {

std::unique_ptr<Engine> make_large(const Game& g, std::uint64_t memory, int threads, bool misere) {
  return make_line_engine<LineShape<4, 16, 5>>(g, memory, threads, misere);
}

}  // namespace kinrow
