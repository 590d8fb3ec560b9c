// Engines for games in which a line wins, by the lines of each side (play/line_evaluator.hpp).
#pragma once
#include <memory>

#include "play/engine.hpp"

namespace kinrow {

std::unique_ptr<Engine> make_line_engine(const Game& game, std::uint64_t memory, int threads);

}  // namespace kinrow
