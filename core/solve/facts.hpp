// Facts: what a look at one position tells before any move is tried.
#pragma once

namespace kinrow {

constexpr int infinite = 2047;  // beyond every value (20x20 has 1,482 lines of two); the table gives values 12 bits

template <class Cells>
struct Facts {
  int lower = -infinite, upper = infinite;  // the value lies here, for the side to move
  Cells moves;                              // moves worth trying;
  int skipped = -infinite;                  // the others are worth this at most
  bool forced = false;                      // `moves` answers a threat
};

}  // namespace kinrow
