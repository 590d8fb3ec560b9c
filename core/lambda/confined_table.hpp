// ConfinedTable: the table of a lambda search, which can be confined to trees within a zone.
//
// A proof is written from the table, but the table may have lost parts of the tree: a full bucket drops its cheapest
// entry, and a checkpoint keeps only expensive ones. A lost subtree is soon found again, but perhaps with another zone.
// If that zone is not within the one recorded above it, a reply that was ruled out there needs a tree after all, and
// finding one may take longer than the whole search did. So a lost subtree is searched for within the zone recorded
// above it.
//
// A win within a zone is a win, so it goes into the shared table. A position that is not won within one zone may be won
// within another, so its numbers go into a small table of their own, under keys that include the zone.
//
// A search may also start afresh: it reads the shared table, which has what was learned, such as a strategy, but adds
// nothing to it. So it costs as much as it would cost a player who knows only the strategy.
#pragma once
#include <algorithm>
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
  std::uint64_t restore(const std::vector<SavedEntry>& entries) { return all_.restore(entries); }

  // Only wins within these zones count, even after release(): that for trees of order 0, and that for others.
  void bound(const Cells (&zones)[2]) {
    std::copy(std::begin(zones), std::end(zones), whole_);
    release();
  }
  // Until release(), only wins within this zone count. Must not be called while several threads search.
  void confine(const Cells& zone) {
    grow_apart();
    for (const int i : {0, 1}) within_[i] = zone & whole_[i];
    confined_ = true;
    key_ = {1, 1};
    for (const std::uint64_t word : zone.word) {
      key_.a = fold(key_.a, word);
      key_.b ^= static_cast<std::uint32_t>(mix(key_.a + 1));
    }
  }
  void release() {
    std::copy(std::begin(whole_), std::end(whole_), within_);
    confined_ = afresh_ = false;
  }
  // Until release(), the shared table is only read, and results go into the small one. Must not be called while several
  // threads search.
  void start_afresh() {
    grow_apart();
    own_.clear();
    afresh_ = true;
  }
  // Must be called before wins are learned, because these may win positions that were not won within a zone before.
  // Must not be called during a search.
  void forget_failures() {
    if (std::exchange(failed_, false)) own_.clear();
  }
  const Cells& within(int order) const { return within_[order > 0]; }
  bool allows(const Entry& e, int order) const { return !e.numbers.proven() || within(order).holds(e.zone); }

  void prefetch(const ZoneKey& key) const { all_.prefetch(key); }
  void prefetch_win(const ZoneKey& key) const { all_.prefetch_win(key); }
  std::optional<Entry> find(const ZoneKey& key) const {
    auto e = all_.find(key);
    if (afresh_) return e ? e : own_.find(key);
    if (!confined_ || (e && e->numbers.proven() && within_[0].holds(e->zone))) return e;
    if ((e = own_.find(key ^ key_))) e->key = key;
    return e;
  }
  // The entry of a position that is won, whatever its zone.
  std::optional<Entry> find_win(const ZoneKey& key) const {
    const auto e = all_.find_win(key);
    return e || !afresh_ ? e : own_.find_win(key);
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
  static constexpr Cells every = Cells::first(64 * static_cast<int>(sizeof(Cells) / 8));
  Cells whole_[2] = {every, every}, within_[2];
  bool confined_ = false, afresh_ = false;
  bool failed_ = false;  // whether the small table has positions that were not won within a zone
  ZoneKey key_;
};

}  // namespace kinrow
