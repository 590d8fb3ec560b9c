// The sizes for which engines are compiled, one translation unit each: enough words for a board and its lines.
#pragma once
#include <memory>

#include "solve/engine.hpp"

namespace kinrow {

std::unique_ptr<Engine> make_small(const Game& g, std::uint64_t memory, int threads, bool misere);
std::unique_ptr<Engine> make_medium(const Game& g, std::uint64_t memory, int threads, bool misere);
std::unique_ptr<Engine> make_word(const Game& g, std::uint64_t memory, int threads, bool misere);
std::unique_ptr<Engine> make_narrow(const Game& g, std::uint64_t memory, int threads, bool misere);
std::unique_ptr<Engine> make_middle(const Game& g, std::uint64_t memory, int threads, bool misere);
std::unique_ptr<Engine> make_large(const Game& g, std::uint64_t memory, int threads, bool misere);
std::unique_ptr<Engine> make_largest(const Game& g, std::uint64_t memory, int threads, bool misere);
std::unique_ptr<Engine> make_majority(const Game& g, std::uint64_t memory, int threads);

}  // namespace kinrow
