// Provers for the largest boards.
#include "prove/sized_prover.hpp"

namespace kinrow {

template std::unique_ptr<Prover> make_prover_of<WideShape>(const Game&, std::uint64_t, int);
template std::unique_ptr<Prover> make_prover_of<GreatShape>(const Game&, std::uint64_t, int);
template std::unique_ptr<Prover> make_prover_of<ClassShape>(const Game&, std::uint64_t, int);
template std::unique_ptr<Prover> make_prover_of<LargestShape>(const Game&, std::uint64_t, int);

}  // namespace kinrow
