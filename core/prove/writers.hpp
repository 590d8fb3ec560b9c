// Which writer serves which game, in translation units by size.
#pragma once
#include "prove/writer.hpp"
#include "solve/line_sizes.hpp"

namespace kinrow {

template <class Shape>
std::unique_ptr<ProofWriter> make_writer_of(const Game& g, Keeper& keeper, std::uint64_t memory,
                                            ProofWriter::Sink sink);

extern template std::unique_ptr<ProofWriter> make_writer_of<WordShape>(const Game&, Keeper&, std::uint64_t,
                                                                       ProofWriter::Sink);
extern template std::unique_ptr<ProofWriter> make_writer_of<NarrowShape>(const Game&, Keeper&, std::uint64_t,
                                                                         ProofWriter::Sink);
extern template std::unique_ptr<ProofWriter> make_writer_of<MiddleShape>(const Game&, Keeper&, std::uint64_t,
                                                                         ProofWriter::Sink);
extern template std::unique_ptr<ProofWriter> make_writer_of<WideShape>(const Game&, Keeper&, std::uint64_t,
                                                                       ProofWriter::Sink);
extern template std::unique_ptr<ProofWriter> make_writer_of<LargeShape>(const Game&, Keeper&, std::uint64_t,
                                                                        ProofWriter::Sink);
extern template std::unique_ptr<ProofWriter> make_writer_of<LargestShape>(const Game&, Keeper&, std::uint64_t,
                                                                          ProofWriter::Sink);

}  // namespace kinrow
