// Provers for boards of two words.
#include "prove/sized_prover.hpp"

namespace kinrow {

template std::unique_ptr<Prover> make_prover_of<NarrowShape>(const Game&, std::uint64_t, int);
template std::unique_ptr<Prover> make_prover_of<MiddleShape>(const Game&, std::uint64_t, int);

}  // namespace kinrow
