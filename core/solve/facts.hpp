// Facts: what a look at one position tells before any move is tried.
#pragma once

namespace kinrow {

constexpr int infinite = 511;  // beyond every value; the table packs values into ten bits

template <class Cells>
struct Facts {
  int lower = -infinite, upper = infinite;  // the value lies here, for the side to move
  Cells moves;                              // moves worth trying;
  int skipped = -infinite;                  // the others are worth this at most
  bool forced = false;                      // `moves` answers a threat
};

}  // namespace kinrow
