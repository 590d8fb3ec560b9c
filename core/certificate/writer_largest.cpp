// Writers for the largest boards.
#include "certificate/line_writer.hpp"

namespace kinrow {

template std::unique_ptr<ProofWriter> make_writer_of<WideShape>(const Game&, ProofOracle&, std::uint64_t,
                                                                ProofWriter::Sink);
template std::unique_ptr<ProofWriter> make_writer_of<GreatShape>(const Game&, ProofOracle&, std::uint64_t,
                                                                 ProofWriter::Sink);
template std::unique_ptr<ProofWriter> make_writer_of<ClassShape>(const Game&, ProofOracle&, std::uint64_t,
                                                                 ProofWriter::Sink);
template std::unique_ptr<ProofWriter> make_writer_of<LargestShape>(const Game&, ProofOracle&, std::uint64_t,
                                                                   ProofWriter::Sink);

}  // namespace kinrow
