#include "certificate/writer.hpp"

#include "certificate/writers.hpp"

namespace kinrow {

std::unique_ptr<ProofWriter> make_writer(const Game& g, ProofOracle& oracle, std::uint64_t memory,
                                         ProofWriter::Sink sink) {
  return with_shape<WordShape, NarrowShape, MiddleShape, WideShape, GreatShape, ClassShape, LargestShape>(
      g, [&]<class Shape>(std::type_identity<Shape>) {
        return make_writer_of<Shape>(g, oracle, memory, std::move(sink));
      });
}

}  // namespace kinrow
