// What the weights of patterns are fitted to: the class of each empty cell for each side, and the highest levels.
#pragma once
#include <cstdint>

#include "threat/pattern_board.hpp"

namespace kinrow {

constexpr std::uint16_t taken = 0xffff;  // in place of the class of a cell with a stone

// For one position: `classes` receives a number per cell for the side to move, then as many for its opponent; `levels`
// receives the highest level of each.
void pattern_features(const PatternTables& tables, const Board& board, std::uint16_t* classes, std::uint8_t* levels);

}  // namespace kinrow
