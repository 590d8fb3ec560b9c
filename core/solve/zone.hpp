// Zones of refutations, as a game of the proof search may have them or not.
#pragma once

namespace kinrow {

// For games whose refutations are not known to hold beyond the position that they refute.
struct NoZone {
  bool test(int) const { return true; }
  void set(int) {}
  NoZone& operator|=(NoZone) { return *this; }
  NoZone& operator&=(NoZone) { return *this; }
};

}  // namespace kinrow
