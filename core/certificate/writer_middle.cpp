// Writers for boards of two words.
#include "certificate/line_writer.hpp"

namespace kinrow {

template std::unique_ptr<ProofWriter> make_writer_of<NarrowShape>(const Game&, ProofOracle&, std::uint64_t,
                                                                  ProofWriter::Sink);
template std::unique_ptr<ProofWriter> make_writer_of<MiddleShape>(const Game&, ProofOracle&, std::uint64_t,
                                                                  ProofWriter::Sink);

}  // namespace kinrow
