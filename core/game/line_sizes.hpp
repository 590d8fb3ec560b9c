// The sizes of line games for which searches are compiled: the words for the cells, the words for the lines, and the
// bits of a line's counter.
//
// Each search lists those that it is compiled for. For (15,15,5) the prover has WideShape; the solver has LargeShape,
// which serves every board of 129 to 256 cells, because alpha-beta settles little there: a second size would make such
// searches faster, but no answer more likely.
#pragma once
#include <cassert>
#include <type_traits>

#include "game/line_state.hpp"

namespace kinrow {

using SmallShape = LineShape<1, 1, 3>;   // up to 64 cells and 64 lines of up to 7: (8,4,4), (7,7,5)
using MediumShape = LineShape<1, 2, 3>;  // up to 64 cells and 128 lines of up to 7: (8,8,5)
using WordShape = LineShape<1, 5, 5>;    // other boards of up to 64 cells; exact k = 1: four lines per cell (256)
using NarrowShape = LineShape<2, 3, 3>;  // up to 128 cells and 192 lines of up to 7: (17,4,4), (9,9,4), (10,10,5)
using MiddleShape = LineShape<2, 8, 3>;  // up to 128 cells and 512 lines of up to 7: (11,11,5), (11,11,4)
using WideShape = LineShape<4, 9, 3>;    // up to 256 cells and 576 lines of up to 7: (15,15,5)
using LargeShape = LineShape<4, 16, 5>;  // other boards of up to 256 cells: (15,15,5)
// Beyond 256 cells, multiples of eight words: 31 words for the lines take 1.6 times as long as 32.
using BroadShape = LineShape<8, 16, 3>;    // up to 484 cells and 1,024 lines of up to 7: (19,19,6)
using GreatShape = LineShape<8, 24, 3>;    // up to 484 cells and 1,536 lines of up to 7: (22,22,5)
using ClassShape = LineShape<8, 40, 3>;    // the same with 2,560 lines: classes of boards with k = 5, (22+,22+,5)
using LargestShape = LineShape<8, 32, 5>;  // every game; exact k = 1: four lines per cell (1,936)

template <class Shape>
bool fits(const Game& g) {
  const int cells = static_cast<int>(sizeof(typename Shape::Cells)) * 8;
  const int lines = static_cast<int>(sizeof(typename Shape::Lines)) * 8;
  const int beyond = g.rules.one_board() ? 0 : g.rules.k - 1;
  return g.rules.size() + beyond <= cells && static_cast<int>(g.lines.size()) <= lines &&
         g.rules.k < 1 << Shape::planes;
}

// Calls make(std::type_identity<Shape>) with the first of these shapes that the game fits. Every game fits
// LargestShape.
template <class Shape, class... Larger, class Make>
auto with_shape(const Game& g, const Make& make) {
  if constexpr (sizeof...(Larger) == 0) {
    assert(fits<Shape>(g));
    return make(std::type_identity<Shape>{});
  } else {
    return fits<Shape>(g) ? make(std::type_identity<Shape>{}) : with_shape<Larger...>(g, make);
  }
}

}  // namespace kinrow
