// FixedWidths: how many moves the search tries where no patterns tell which ones are quiet.
#pragma once
#include "game/moves.hpp"
#include "play/engine.hpp"

namespace kinrow {

struct FixedWidths {
 protected:
  struct Widths {  // moves tried: at the root, in the tree, and near the leaves
    int root, inner, shallow;
  };
  // Whether every empty cell is a candidate, and not only those near a stone.
  template <class AnyBoard>
  static bool considers_all(const AnyBoard& board) {
    return board.plies() == 0 || board.empties() <= few_empties;
  }
  static void keep_best(MoveList& list, int empties, int depth, const Widths& widths) {
    list.keep_best(empties <= few_empties ? few_empties
                   : depth > deepest      ? widths.root
                   : depth > shallow      ? widths.inner
                                          : widths.shallow);
  }
  static constexpr int shallow = 2;  // the largest depth with few moves; set by hand

 private:
  static constexpr int few_empties = 30;  // with so few empty cells no move is left out; set by hand
};

}  // namespace kinrow
