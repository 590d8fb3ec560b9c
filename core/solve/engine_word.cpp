// Every other board of up to 64 cells; exact k = 1 has the most lines, four a cell on 8x8 (256).
#include "solve/line_engine.hpp"

namespace kinrow {

std::unique_ptr<Engine> make_word(const Game& g, std::uint64_t memory, int threads, bool misere) {
  return make_line_engine<LineShape<1, 5, 5>>(g, memory, threads, misere);
}

}  // namespace kinrow
