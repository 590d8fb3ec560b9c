#include "prove/writer.hpp"

#include "prove/writers.hpp"

namespace kinrow {

std::unique_ptr<ProofWriter> make_writer(const Game& g, Engine& engine, std::uint64_t memory, ProofWriter::Sink sink) {
  const int cells = g.rules.size();
  if (cells <= 64) return make_word_writer(g, engine, memory, std::move(sink));
  if (cells <= 128) return make_middle_writer(g, engine, memory, std::move(sink));
  return make_largest_writer(g, engine, memory, std::move(sink));
}

}  // namespace kinrow
