// LambdaOracle: answers queries of a lambda search, on a board of any size.
#pragma once
#include <cstdint>
#include <optional>

#include "board/bits.hpp"
#include "game/game.hpp"

namespace kinrow {

using AnyCells = Bits<8>;  // of the largest board, 22 by 22

constexpr int deepest_order = 3;  // the maximal order that callers use

// Whether `side` wins by a tree of this order (lambda/lambda_problem.hpp), preferably by one within this zone.
struct LambdaQuery {
  int side, order, max_order;
  std::uint64_t budget;  // positions to search
  std::optional<AnyCells> within{};
  bool only_within = false;  // accept no other tree
  bool afresh = false;       // use what was learned, but nothing that earlier searches of this kind found
};
// A win, with its move and the zone of its tree; or `refuted`: the search ended without one; or neither, if the budget
// was too small.
struct LambdaWin {
  bool found = false;
  int move = -1;
  AnyCells zone{};
  bool learned = false;  // the position itself was learned, so nothing was searched
  bool refuted = false;
  std::uint64_t positions = 0;  // searched
};

class LambdaOracle {
 public:
  virtual ~LambdaOracle() = default;
  virtual LambdaWin lambda_win(const Board& board, const LambdaQuery& query) = 0;
};

}  // namespace kinrow
