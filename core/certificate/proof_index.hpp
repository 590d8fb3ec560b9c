// ProofIndex: the positions written so far, up to symmetry, so that a position that comes again is a reference.
//
// It has two generations. When the young one has filled its half of the memory, it becomes the old one, and the entries
// of the previous old one that were not used since are forgotten. Missing references only make the file larger.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "board/transform.hpp"
#include "game/rules.hpp"
#include "system/hashing.hpp"

namespace kinrow {

constexpr int any_number = 511;  // the order of a tree that bears any number of further stones: more than any board has

template <class Cells>
struct ProvedTree {
  Cells zone;
  bool weak;               // holds without any line of the winner's
  int order = any_number;  // the number of further stones of the loser's outside the zone that it bears
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

  ProofIndex(const Rules& r, std::uint64_t memory)
      : most_(memory / 2 / (sizeof(std::pair<const Position, Entry>) + node_bytes)),
        permutations_(numbered_symmetries(r)), group_(permutations_) {}

  void clear() {
    young_.clear();
    old_.clear();
    count_ = 0;
  }
  std::uint64_t count() const { return count_; }
  void add(const Cells (&stones)[2], int to_move, int left, const Found& found) {
    int symmetry = 0;
    const Position position = canonical(stones, to_move, left, symmetry);
    keep(position, {count_++, symmetry, found});
  }
  // A tree that bears at least `order` further stones.
  std::optional<Seen> find(const Cells (&stones)[2], int to_move, int left, int order = any_number) {
    int symmetry = 0;
    const Position position = canonical(stones, to_move, left, symmetry);
    auto at = young_.find(position);
    if (at == young_.end()) {
      at = old_.find(position);
      if (at == old_.end()) return std::nullopt;
      at = keep(position, Entry(at->second));
    }
    if (at->second.found.order < order) return std::nullopt;
    const Entry& then = at->second;
    const int g = between(then.symmetry, symmetry);
    return Seen{count_ - 1 - then.number, g, {group_.apply(g, then.found.zone), then.found.weak, then.found.order}};
  }

 private:
  static constexpr int words = static_cast<int>(sizeof(Cells) / 8);
  static constexpr std::size_t node_bytes = 24;  // of the map's own, per entry
  struct Position {
    Cells x, o;
    int turn;  // the side to move, and the stones left in its turn
    bool operator==(const Position&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Position& n) const {
      std::uint64_t h = static_cast<std::uint64_t>(n.turn);
      for (const Cells* cells : {&n.x, &n.o})
        for (const std::uint64_t word : cells->word) h = fold(h, word);
      return h;
    }
  };
  struct Entry {
    std::uint64_t number;
    int symmetry;  // that makes it canonical
    Found found;
  };

  using Map = std::unordered_map<Position, Entry, Hash>;

  typename Map::iterator keep(const Position& position, const Entry& entry) {
    if (young_.size() >= most_) {
      old_ = std::move(young_);
      young_ = Map{};
    }
    return young_.insert_or_assign(position, entry).first;
  }
  // By number, as in references: unlike board_symmetries(), with those that coincide on a single row.
  static std::vector<Permutation> numbered_symmetries(const Rules& r) {
    std::vector<Permutation> all;
    for (int g = 0; g < (r.exchangeable() ? 8 : 4); ++g) all.push_back(board_symmetry(r.rows, r.cols, g));
    return all;
  }
  Position canonical(const Cells (&stones)[2], int to_move, int left, int& symmetry) const {
    Position best{stones[X], stones[O], 2 * left + to_move};
    for (int g = 1; g < group_.size(); ++g) {
      const Cells x = group_.apply(g, stones[X]);
      if (best.x < x) continue;
      const Cells o = group_.apply(g, stones[O]);
      if (x == best.x && !(o < best.o)) continue;
      best.x = x;
      best.o = o;
      symmetry = g;
    }
    return best;
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

  std::uint64_t most_, count_ = 0;
  std::vector<Permutation> permutations_;
  Transform<words> group_;
  Map young_, old_;
};

}  // namespace kinrow
