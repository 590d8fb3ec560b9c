// Provers for boards of one word.
#include "prove/sized_prover.hpp"

namespace kinrow {

template std::unique_ptr<Prover> make_prover_of<SmallShape>(const Game&, std::uint64_t, int);
template std::unique_ptr<Prover> make_prover_of<MediumShape>(const Game&, std::uint64_t, int);
template std::unique_ptr<Prover> make_prover_of<WordShape>(const Game&, std::uint64_t, int);

}  // namespace kinrow
