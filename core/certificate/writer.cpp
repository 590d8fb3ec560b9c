#include "certificate/writer.hpp"

#include <stdexcept>

#include "certificate/writers.hpp"

namespace kinrow {

std::unique_ptr<ProofWriter> make_writer(const Game& g, ProofOracle& oracle, std::uint64_t memory,
                                         ProofWriter::Sink sink) {
  if (!g.rules.provable()) throw std::invalid_argument("no certificate is for games of these rules");
  return with_shape<WordShape, NarrowShape, MiddleShape, WideShape, GreatShape, ClassShape, LargestShape>(
      g, [&]<class Shape>(std::type_identity<Shape>) {
        return make_writer_of<Shape>(g, oracle, memory, std::move(sink));
      });
}

}  // namespace kinrow
