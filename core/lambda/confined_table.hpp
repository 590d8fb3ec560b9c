// ConfinedTable: the table of a lambda search, which can be confined to trees within a zone.
//
// A proof is written from the table, and the table does not have the whole tree: a full bucket drops its cheapest
// entry, and a checkpoint keeps only what took long. A lost entry is soon found again, but perhaps with another zone,
// which does not fit the tree above: a reply that was ruled out there has no tree yet, and finding one may take longer
// than everything before. So a lost tree is searched within the zone that was found above it.
//
// A win within a zone is a win, so it goes into the common table. A position that is not won within a zone may be won
// elsewhere, so such numbers are kept apart, in a small table, under keys that include the zone.
//
// A search may also start afresh: with what was learned, such as a strategy, and nothing that other searches found. It
// shows what a player with that knowledge and an empty table would have to search.
#pragma once
#include <utility>

#include "lambda/zone_table.hpp"
#include "system/hashing.hpp"

namespace kinrow {

template <class Cells>
class ConfinedTable {
 public:
  using Entry = ZoneEntry<Cells>;

  explicit ConfinedTable(std::uint64_t bytes) : all_(bytes - apart(bytes)), own_(apart(bytes)) { release(); }

  ZoneTable<Cells>& all() { return all_; }
  const ZoneTable<Cells>& all() const { return all_; }
  bool grown() const { return all_.grown(); }
  std::uint64_t entries() const { return all_.entries(); }
  void grow(std::uint64_t factor, const std::atomic<bool>& stop) { all_.grow(factor, stop); }

  // Only wins within this zone ever count.
  void bound(const Cells& zone) {
    whole_ = zone;
    release();
  }
  // From now on only wins within this zone count. Not while several threads search.
  void confine(const Cells& zone) {
    grow_apart();
    within_ = zone;
    confined_ = true;
    key_ = {1, 1};
    for (const std::uint64_t word : zone.word) {
      key_.a = fold(key_.a, word);
      key_.b ^= static_cast<std::uint32_t>(mix(key_.a + 1));
    }
  }
  void release() {
    within_ = whole_;
    confined_ = afresh_ = false;
  }
  // From now on only what is in the table of all is known, and what is found is kept apart, until release(). Not while
  // several threads search.
  void start_afresh() {
    grow_apart();
    own_.clear();
    afresh_ = true;
  }
  // Once more wins are known, what was not won within a zone may be. Not during a search.
  void forget_failures() {
    if (std::exchange(failed_, false)) own_.clear();
  }
  const Cells& within() const { return within_; }
  bool allows(const Entry& e) const { return !e.numbers.proven() || within_.holds(e.zone); }

  void prefetch(const ZoneKey& key) const { all_.prefetch(key); }
  std::optional<Entry> find(const ZoneKey& key) const {
    auto e = all_.find(key);
    if (afresh_) return e ? e : own_.find(key);
    if (!confined_ || (e && e->numbers.proven() && allows(*e))) return e;
    if ((e = own_.find(key ^ key_))) e->key = key;
    return e;
  }
  void store(Entry e) {
    if (afresh_) return own_.store(e);
    if (!confined_ || e.numbers.proven()) return all_.store(e);
    e.key ^= key_;
    failed_ = true;
    own_.store(e);
  }

 private:
  void grow_apart() {
    while (!own_.grown()) own_.grow(4, never_stopped);
  }
  static constexpr std::uint64_t most_apart = 1 << 24;  // bytes: lost trees are small
  static std::uint64_t apart(std::uint64_t bytes) { return std::min(bytes / 64, most_apart); }

  ZoneTable<Cells> all_, own_;
  Cells whole_ = Cells::first(64 * static_cast<int>(sizeof(Cells) / 8)), within_;
  bool confined_ = false, afresh_ = false;
  bool failed_ = false;  // whether there are numbers of positions that were not won within a zone
  ZoneKey key_;
};

}  // namespace kinrow
