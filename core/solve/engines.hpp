// Which engine serves which game, in translation units by size.
#pragma once
#include <memory>

#include "game/line_sizes.hpp"
#include "solve/engine.hpp"

namespace kinrow {

template <class Shape>
std::unique_ptr<Engine> make_line_engine(const Game& g, std::uint64_t memory, int threads);

extern template std::unique_ptr<Engine> make_line_engine<SmallShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Engine> make_line_engine<MediumShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Engine> make_line_engine<WordShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Engine> make_line_engine<NarrowShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Engine> make_line_engine<MiddleShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Engine> make_line_engine<LargeShape>(const Game&, std::uint64_t, int);
extern template std::unique_ptr<Engine> make_line_engine<LargestShape>(const Game&, std::uint64_t, int);

std::unique_ptr<Engine> make_majority_engine(const Game& g, std::uint64_t memory, int threads);

}  // namespace kinrow
