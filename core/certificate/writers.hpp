// The writers by size of the game, one translation unit each.
#pragma once
#include "certificate/writer.hpp"
#include "game/line_sizes.hpp"

namespace kinrow {

template <class Shape>
std::unique_ptr<ProofWriter> make_writer_of(const Game& g, ProofOracle& oracle, std::uint64_t memory,
                                            ProofWriter::Sink sink);

}  // namespace kinrow
