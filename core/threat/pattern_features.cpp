#include "threat/pattern_features.hpp"

namespace kinrow {

void pattern_features(const PatternTables& tables, const Board& board, std::uint16_t* classes, std::uint8_t* levels) {
  const PatternBoard b(tables, board);
  for (const int side : {board.to_move, board.to_move ^ 1}) {
    for (int c = 0; c < b.cells(); ++c)
      *classes++ = b.is_empty(c) ? static_cast<std::uint16_t>(b.pattern_class(side, c)) : taken;
    *levels++ = b.highest_level(side);
  }
}

}  // namespace kinrow
