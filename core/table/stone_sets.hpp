// StoneSets: which sets of stones one side can have on the board in play, whatever the other side has.
//
// In a line game the lines of a side depend on its own stones alone, and so does the order in which they can be placed
// without completing one. A position is reachable if the stones of both sides are open, or if those of the side that
// moved last are complete and the others open.
#pragma once
#include <cstdint>
#include <vector>

#include "game/game.hpp"
#include "table/subsets.hpp"

namespace kinrow {

enum class StoneSet : std::uint8_t {
  impossible,  // whatever stone came last, the game was over before
  open,        // without a line
  complete,    // with a line that the last stone can have made
};

class StoneSets {
 public:
  // For sets of at most `most` stones.
  StoneSets(const Game& game, int most);
  StoneSet operator[](Subset s) const { return kinds_.empty() ? StoneSet::open : static_cast<StoneSet>(kinds_[s]); }

 private:
  std::vector<std::uint8_t> kinds_;  // by set; empty for majority games, in which every set is open
};

}  // namespace kinrow
