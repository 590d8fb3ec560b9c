// ProofIndex: the positions written so far, up to symmetry, so that a position that occurs again becomes a reference.
//
// Keys are 128-bit Zobrist hashes; the least key of all symmetric images stands for the position. This makes it cheap
// to look up a position without one of its stones, which happens at every position (`S`). If two positions had the same
// key, the proof would fail its check. A bucket has four entries, the most recently used first; a new entry replaces
// the last. A lost entry only makes the file larger.
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "board/transform.hpp"
#include "game/game.hpp"
#include "system/bucket_count.hpp"
#include "system/hashing.hpp"
#include "system/memory.hpp"

namespace kinrow {

constexpr int any_number = 511;  // an order: any number of further stones; more than any board has cells

template <class Cells>
struct ProvedTree {
  Cells zone;
  bool weak;               // holds without any line of the winner's
  int order = any_number;  // how many further stones of the loser outside the zone it tolerates
};

template <class Cells>
class ProofIndex {
 public:
  using Found = ProvedTree<Cells>;
  struct Seen {
    std::uint64_t distance;  // from the last position written
    int symmetry;            // that maps the position written to this one
    Found found;
  };

  ProofIndex(const Game& game, std::uint64_t memory)
      : numbers_(numbers_of(game)), permutations_(numbered_symmetries(game.rules.rows, game.rules.cols, numbers_)),
        group_(permutations_), zobrist_(game.rules.size()),
        buckets_(first_buckets, std::max<std::uint64_t>(memory / sizeof(Bucket), 1)),
        memory_(buckets_.most() * sizeof(Bucket)) {}

  void clear() {
    for (std::uint64_t i = 0; i < buckets_.used(); ++i) at(i) = {};
    count_ = 0;
  }
  std::uint64_t count() const { return count_; }
  void add(const Cells (&stones)[2], int to_move, int left, const Found& found) {
    const auto [key, symmetry] = canonical(images(stones), turn(to_move, left));
    Bucket& b = bucket(key);
    const auto low = static_cast<std::uint64_t>(found.order << 5 | found.weak << 4 | symmetry << 1 | 1);
    b.use(b.place(key), {key, count_++ << 16 | low, found.zone});
    if (count_ > buckets_.used() * ways / 4 && !buckets_.grown()) grow();
  }
  // A tree that tolerates at least `order` further stones.
  std::optional<Seen> find(const Cells (&stones)[2], int to_move, int left, int order = any_number) {
    return find(canonical(images(stones), turn(to_move, left)), order);
  }
  // The same for this position without one of the stones of `side`: calls fits(seen, cell) for each such tree until one
  // fits.
  template <class Fits>
  std::optional<Seen> find_without(const Cells (&stones)[2], int side, int to_move, int left, int order,
                                   const Fits& fits) {
    fewer_.clear();
    const Images all = images(stones);
    stones[side].each([&](int cell) {
      Images one = all;
      toggle(one, side, cell);
      fewer_.push_back({cell, canonical(one, turn(to_move, left))});
      __builtin_prefetch(&bucket(fewer_.back().at.key));
    });
    for (const auto& [cell, at] : fewer_)
      if (const auto seen = find(at, order); seen && fits(*seen, cell)) return seen;
    return std::nullopt;
  }

 private:
  // A tree that is referred to must have reserved as much (`F` and `G` in docs/proof-format.md).
  static bool keeps_reserved(const Game& game, int symmetry) {
    const Permutation image = board_symmetry(game.rules.rows, game.rules.cols, symmetry);
    const std::vector<int>& all = game.avoided;
    return std::all_of(all.begin(), all.end(),
                       [&](int c) { return std::find(all.begin(), all.end(), image[c]) != all.end(); });
  }
  static constexpr int ways = 4, most_symmetries = 8;
  static constexpr std::uint64_t first_buckets = 1 << 12;
  struct Entry {
    Key key;
    std::uint64_t packed = 0;  // from the lowest bit: in use, 3 bits of symmetry, weak, 11 of the order, the number
    Cells zone;

    std::uint64_t number() const { return packed >> 16; }
    int order() const { return static_cast<int>(packed >> 5 & 0x7ff); }
    bool weak() const { return (packed >> 4 & 1) != 0; }
    int symmetry() const { return static_cast<int>(packed >> 1 & 7); }  // that makes it canonical
  };
  struct Bucket {
    Entry entries[ways];

    // The place of this key; `ways` if it is not here.
    int place(const Key& key) const {
      int i = 0;
      while (i < ways && !(entries[i].packed != 0 && entries[i].key == key)) ++i;
      return i;
    }
    // Puts the entry first. It replaces the one at this place or, if there is none, the last one.
    void use(int place, const Entry& entry) {
      for (int i = std::min(place, ways - 1); i > 0; --i) entries[i] = entries[i - 1];
      entries[0] = entry;
    }
  };
  struct Images {  // the keys of a position's stones, by symmetry
    Key keys[most_symmetries];
  };
  struct Canonical {
    Key key;
    int symmetry;
  };
  struct Fewer {
    int cell;
    Canonical at;
  };

  std::optional<Seen> find(const Canonical& at, int order) {
    Bucket& b = bucket(at.key);
    const int place = b.place(at.key);
    if (place == ways) return std::nullopt;
    const Entry e = b.entries[place];
    b.use(place, e);
    if (e.order() < order) return std::nullopt;
    const int g = between(e.symmetry(), at.symmetry);
    return Seen{count_ - 1 - e.number(), numbers_[g], {group_.apply(g, e.zone), e.weak(), e.order()}};
  }

  // The numbers of the symmetries that references may name. Unlike board_symmetries(), keeps those that coincide on a
  // single row.
  static std::vector<int> numbers_of(const Game& game) {
    const Rules& r = game.rules;
    if (game.piece) return symmetries_of_lines(r.rows, r.cols, game.lines);
    std::vector<int> all(r.exchangeable() ? 8 : 4);
    std::iota(all.begin(), all.end(), 0);
    if (r.exact) std::erase_if(all, [&](int number) { return !keeps_reserved(game, number); });
    return all;
  }
  Images images(const Cells (&stones)[2]) const {
    Images all{};
    for (const int side : {X, O}) stones[side].each([&](int cell) { toggle(all, side, cell); });
    return all;
  }
  void toggle(Images& all, int side, int cell) const {
    for (int g = 0; g < group_.size(); ++g) all.keys[g] ^= zobrist_(side, group_.image(g, cell));
  }
  // The side to move and the stones left in its turn, as part of a key.
  static Key turn(int to_move, int left) {
    const auto n = static_cast<std::uint64_t>(2 * left + to_move);
    return {mix(2 * n + 2), mix(2 * n + 3)};
  }
  Canonical canonical(const Images& all, const Key& turn) const {
    int best = 0;
    for (int g = 1; g < group_.size(); ++g)
      if (all.keys[g] < all.keys[best]) best = g;
    return {all.keys[best] ^ turn, best};
  }
  // The symmetry that first applies `then` and afterwards undoes `now`.
  int between(int then, int now) const {
    for (int g = 0; g < group_.size(); ++g) {
      bool same = true;
      for (std::size_t c = 0; c < permutations_[g].size() && same; ++c)
        same = permutations_[now][permutations_[g][c]] == permutations_[then][c];
      if (same) return g;
    }
    return 0;
  }

  Bucket& at(std::uint64_t i) const { return reinterpret_cast<Bucket*>(memory_.data())[i]; }
  Bucket& bucket(const Key& key) const { return at(buckets_.of(key.a)); }
  void grow() {
    buckets_.grow(4, never_stopped, [&](std::uint64_t i) {
      const Bucket old = at(i);
      at(i) = {};
      for (int j = ways; j-- > 0;)
        if (old.entries[j].packed != 0) bucket(old.entries[j].key).use(ways, old.entries[j]);
    });
  }

  std::vector<int> numbers_;  // of the symmetries, as used in references
  std::vector<Permutation> permutations_;
  Transform<static_cast<int>(sizeof(Cells) / 8)> group_;
  Zobrist<Key> zobrist_;
  std::vector<Fewer> fewer_;
  std::uint64_t count_ = 0;
  BucketCount buckets_;
  Reserved memory_;
};

}  // namespace kinrow
