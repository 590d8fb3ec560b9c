// The provers by size of the game, one translation unit each.
#pragma once
#include "game/line_sizes.hpp"
#include "prove/prover.hpp"

namespace kinrow {

template <class Shape>
std::unique_ptr<Prover> make_prover_of(const Game& g, std::uint64_t memory, int threads);

extern template std::unique_ptr<Prover> make_prover_of<SmallShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Prover> make_prover_of<MediumShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Prover> make_prover_of<WordShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Prover> make_prover_of<NarrowShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Prover> make_prover_of<MiddleShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Prover> make_prover_of<WideShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Prover> make_prover_of<GreatShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Prover> make_prover_of<ClassShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Prover> make_prover_of<LargestShape>(const Game&, std::uint64_t, int);

}  // namespace kinrow
