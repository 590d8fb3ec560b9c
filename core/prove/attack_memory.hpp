// AttackMemory: what an attack knows, of all its trees or, for a while, of those within a zone.
//
// A proof is told from the table, and the table does not have all of a tree: a full bucket gives up what took least,
// and a checkpoint keeps only what took long. What is lost is soon found again, but with another zone it does not fit
// into the tree above it: an answer that was ruled out there has no tree, and to find one may take longer than all
// before. So a lost tree is looked for within the zone that was found above.
//
// Bytes of (15,15,5) after h8 o8: told at once 3.72 M, from a checkpoint without this 4.30 M, with it 3.78 M. Two of
// (13,13,5) from checkpoints stood still at 23 and 34 MB without it; with it one of them is told whole, in 90 MB: 135 M
// looks, and for one lost tree in seven hundred none was found within the zone.
//
// What is won within a zone is won, so it goes into the table of all. What is not may be won elsewhere; such numbers
// are kept apart, in a small table, under names that have the zone in them.
#pragma once
#include "prove/attack_table.hpp"

namespace kinrow {

template <class Cells>
class AttackMemory {
 public:
  using Entry = AttackEntry<Cells>;

  explicit AttackMemory(std::uint64_t bytes) : all_(bytes - apart(bytes)), own_(apart(bytes)) { release(); }

  AttackTable<Cells>& all() { return all_; }
  const AttackTable<Cells>& all() const { return all_; }

  // From now on nothing is won but within this zone. Not while several threads search.
  void confine(const Cells& zone) {
    const std::atomic<bool> never{false};
    while (!own_.grown()) own_.grow(never);
    within_ = zone;
    confined_ = true;
    name_ = 1;
    for (const std::uint64_t word : zone.word) name_ = (name_ ^ word) * 0xbf58476d1ce4e5b9ULL ^ name_ >> 29;
  }
  void release() {
    within_ = Cells::first(64 * static_cast<int>(within_.word.size()));
    confined_ = false;
  }
  const Cells& within() const { return within_; }
  bool allows(const Entry& e) const { return !confined_ || !e.numbers.proven() || within_.holds(e.zone); }

  void prefetch(std::uint64_t key) const { all_.prefetch(key); }
  std::optional<Entry> find(std::uint64_t key) const {
    auto e = all_.find(key);
    if (!confined_ || (e && e->numbers.proven() && allows(*e))) return e;
    if ((e = own_.find(key ^ name_))) e->key = key;
    return e;
  }
  void store(Entry e) {
    if (!confined_ || e.numbers.proven()) return all_.store(e);
    e.key ^= name_;
    own_.store(e);
  }

 private:
  static std::uint64_t apart(std::uint64_t bytes) { return std::min(bytes / 64, std::uint64_t{1} << 24); }

  AttackTable<Cells> all_, own_;
  Cells within_;
  bool confined_ = false;
  std::uint64_t name_ = 0;
};

}  // namespace kinrow
