// NoZone: the zone of a game whose refutations have no zones.
#pragma once

namespace kinrow {

// Such a refutation is known to hold only in the position that it refutes. The members do what a zone of all cells
// does.
struct NoZone {
  bool test(int) const { return true; }
  void set(int) {}
  NoZone& operator|=(NoZone) { return *this; }
  NoZone& operator&=(NoZone) { return *this; }
};

}  // namespace kinrow
