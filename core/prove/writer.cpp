#include "prove/writer.hpp"

#include "prove/writers.hpp"

namespace kinrow {

std::unique_ptr<ProofWriter> make_writer(const Game& g, Keeper& keeper, std::uint64_t memory, ProofWriter::Sink sink) {
  if (fits<WordShape>(g)) return make_writer_of<WordShape>(g, keeper, memory, std::move(sink));
  if (fits<NarrowShape>(g)) return make_writer_of<NarrowShape>(g, keeper, memory, std::move(sink));
  if (fits<MiddleShape>(g)) return make_writer_of<MiddleShape>(g, keeper, memory, std::move(sink));
  if (fits<WideShape>(g)) return make_writer_of<WideShape>(g, keeper, memory, std::move(sink));
  if (fits<LargeShape>(g)) return make_writer_of<LargeShape>(g, keeper, memory, std::move(sink));
  return make_writer_of<LargestShape>(g, keeper, memory, std::move(sink));
}

}  // namespace kinrow
