// The writers by size of the game, one translation unit each.
#pragma once
#include "certificate/writer.hpp"
#include "game/line_sizes.hpp"

namespace kinrow {

template <class Shape>
std::unique_ptr<ProofWriter> make_writer_of(const Game& g, ProofOracle& oracle, std::uint64_t memory,
                                            ProofWriter::Sink sink);

extern template std::unique_ptr<ProofWriter> make_writer_of<WordShape>(const Game&, ProofOracle&, std::uint64_t,
                                                                       ProofWriter::Sink);
extern template std::unique_ptr<ProofWriter> make_writer_of<NarrowShape>(const Game&, ProofOracle&, std::uint64_t,
                                                                         ProofWriter::Sink);
extern template std::unique_ptr<ProofWriter> make_writer_of<MiddleShape>(const Game&, ProofOracle&, std::uint64_t,
                                                                         ProofWriter::Sink);
extern template std::unique_ptr<ProofWriter> make_writer_of<WideShape>(const Game&, ProofOracle&, std::uint64_t,
                                                                       ProofWriter::Sink);
extern template std::unique_ptr<ProofWriter> make_writer_of<GreatShape>(const Game&, ProofOracle&, std::uint64_t,
                                                                        ProofWriter::Sink);
extern template std::unique_ptr<ProofWriter> make_writer_of<ClassShape>(const Game&, ProofOracle&, std::uint64_t,
                                                                        ProofWriter::Sink);
extern template std::unique_ptr<ProofWriter> make_writer_of<LargestShape>(const Game&, ProofOracle&, std::uint64_t,
                                                                          ProofWriter::Sink);

}  // namespace kinrow
