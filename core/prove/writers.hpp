// The sizes for which writers are compiled, one translation unit each: enough words for a board and its lines.
#pragma once
#include "prove/writer.hpp"

namespace kinrow {

std::unique_ptr<ProofWriter> make_word_writer(const Game& g, Keeper& keeper, std::uint64_t memory,
                                              ProofWriter::Sink sink);
std::unique_ptr<ProofWriter> make_middle_writer(const Game& g, Keeper& keeper, std::uint64_t memory,
                                                ProofWriter::Sink sink);
std::unique_ptr<ProofWriter> make_largest_writer(const Game& g, Keeper& keeper, std::uint64_t memory,
                                                 ProofWriter::Sink sink);

}  // namespace kinrow
