// Writers for boards of two words.
#include "prove/line_writer.hpp"

namespace kinrow {

template std::unique_ptr<ProofWriter> make_writer_of<NarrowShape>(const Game&, Keeper&, std::uint64_t,
                                                                  ProofWriter::Sink);
template std::unique_ptr<ProofWriter> make_writer_of<MiddleShape>(const Game&, Keeper&, std::uint64_t,
                                                                  ProofWriter::Sink);

}  // namespace kinrow
