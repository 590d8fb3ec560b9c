// Boards of up to 400 cells; exact k = 1 has the most lines, four a cell.
#include "prove/line_writer.hpp"
#include "prove/writers.hpp"

namespace kinrow {

std::unique_ptr<ProofWriter> make_largest_writer(const Game& g, Keeper& keeper, std::uint64_t memory,
                                                 ProofWriter::Sink sink) {
  return std::make_unique<LineWriter<LineShape<7, 25, 5>>>(g, keeper, memory, std::move(sink));
}

}  // namespace kinrow
