// Facts: what is known of a position before any move is tried.
#pragma once

namespace kinrow {

constexpr int infinite = 2047;  // above every value (22x22 has 1,806 lines of two); the table has 12 bits for a value

template <class Cells>
struct Facts {
  int lower = -infinite, upper = infinite;  // bounds on the value, for the side to move
  Cells moves;                              // that may be worth trying
  int skipped = -infinite;                  // all other moves are worth this at most
  bool forced = false;                      // `moves` answers a threat
};

}  // namespace kinrow
