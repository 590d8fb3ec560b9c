// Writers for boards of one word.
#include "certificate/line_writer.hpp"

namespace kinrow {

template std::unique_ptr<ProofWriter> make_writer_of<WordShape>(const Game&, ProofOracle&, std::uint64_t,
                                                                ProofWriter::Sink);

}  // namespace kinrow
