// Strategies: the entries of a strategy file as positions that are known to be won (docs/strategy-format.md).
#pragma once
#include <string_view>
#include <vector>

#include "certificate/proof_oracle.hpp"
#include "game/rules.hpp"

namespace kinrow {

// Unpacks the entries, in which `side` is to move. Throws std::invalid_argument, with the number of the entry, if one
// is not a position of this board with a move and a zone on its empty cells.
std::vector<KnownWin> unpack_strategy(const Rules& rules, int side, std::string_view bytes);
// Unpacks the entries of a strategy that holds a draw: the positions after its moves, which the side to move does not
// win. Throws as unpack_strategy() does.
std::vector<Board> unpack_holds(const Rules& rules, std::string_view bytes);

}  // namespace kinrow
