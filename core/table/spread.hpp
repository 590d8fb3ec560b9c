// Spread: the values of a layer by the number of a board in base 3, in every symmetry.
//
// Where memory allows 3^cells bytes, a look-up is then one read.
#pragma once
#include "table/layer.hpp"

namespace kinrow {

constexpr int most_spread_cells = 16;

// In the number of a board, cell i weighs 3^i; its digit is 1 for a stone of the side that begins, 2 for one of the
// other. `out` has 3^cells entries; those of positions that play cannot reach are left as they are.
void spread(const Layer& layer, const TableValue* values, TableValue* out);

}  // namespace kinrow
