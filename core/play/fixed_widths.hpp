// FixedWidths: how many moves the search tries where no patterns tell which ones are quiet.
#pragma once
#include <optional>

#include "game/moves.hpp"

namespace kinrow {

struct FixedWidths {
  static int most_moves(int) { return most_cells; }
  static std::optional<int> quiet_score(int, int) { return std::nullopt; }
  static int reduction(int i, int) { return i >= 8; }

 protected:
  // Whether every empty cell is a candidate, and not only those near a stone.
  template <class Position>
  static bool considers_all(const Position& position) {
    return position.plies() == 0 || position.empties() <= few_empties;
  }
  static void keep_best(MoveList& list, int empties, int depth) {
    list.keep_best(empties <= few_empties ? few_empties : depth > 60 ? 60 : depth > 2 ? 20 : 14);
  }

 private:
  // Set by hand, and by matches, like the widths above: docs/experiments/engine.md.
  static constexpr int few_empties = 30;  // with so few empty cells no move is left out
};

}  // namespace kinrow
