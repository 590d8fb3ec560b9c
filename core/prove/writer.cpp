#include "prove/writer.hpp"

#include "prove/writers.hpp"

namespace kinrow {

std::unique_ptr<ProofWriter> make_writer(const Game& g, Keeper& keeper, std::uint64_t memory, ProofWriter::Sink sink) {
  const int cells = g.rules.size();
  if (cells <= 64) return make_word_writer(g, keeper, memory, std::move(sink));
  if (cells <= 128) return make_middle_writer(g, keeper, memory, std::move(sink));
  return make_largest_writer(g, keeper, memory, std::move(sink));
}

}  // namespace kinrow
