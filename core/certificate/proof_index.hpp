// ProofIndex: the positions written so far, by their canonical symmetry, so that one that comes again is a reference.
//
// Two generations: when the young one has its half of the memory, it becomes the old one, and the old one's entries
// that were not asked for since are forgotten. Then references are missing, which makes the file larger, nothing else.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "board/transform.hpp"
#include "game/rules.hpp"
#include "system/hashing.hpp"

namespace kinrow {

constexpr int any_number = 511;  // order of a tree that bears any number of further stones

template <class Cells>
struct ProvedTree {
  Cells zone;
  bool weak;               // it holds without any line of the winner's
  int order = any_number;  // how many further stones of the loser's outside the zone it bears
};

template <class Cells>
class ProofIndex {
 public:
  using Found = ProvedTree<Cells>;
  struct Seen {
    std::uint64_t distance;  // back from the last position written
    int symmetry;            // that takes the position written then to this one
    Found found;
  };

  ProofIndex(const Rules& r, std::uint64_t memory)
      : most_(memory / 2 / (sizeof(std::pair<const Position, Entry>) + 24)), permutations_(numbered_symmetries(r)),
        group_(permutations_) {}

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
  // A tree that bears so many further stones.
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
    int symmetry;  // that made it canonical
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
  // By number, as references name them: unlike board_symmetries() with those that coincide on one row.
  static std::vector<Permutation> numbered_symmetries(const Rules& r) {
    std::vector<Permutation> all;
    for (int g = 0; g < (r.rows == r.cols ? 8 : 4); ++g) all.push_back(board_turn(r.rows, r.cols, g));
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
  // The symmetry that does what `then` does and afterwards undoes `now`.
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
