// Remembered: the positions told so far, by their canonical turn, so that one that comes again is a reference.
//
// Two generations: when the young one has its half of the memory, it becomes the old one, and what was the old one and
// has not been asked for since is forgotten. Then references are missing, which makes the file larger, nothing else.
// (To remember nothing new once the memory is full made the file of (7,7,5) fifty times as large with a memory of 256
// KiB.)
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "board/transform.hpp"
#include "game/rules.hpp"

namespace kinrow {

constexpr int any_number = 511;  // order of a tree that bears further stones of Q's without end

template <class Cells>
struct ProvedTree {
  Cells zone;
  bool weak;               // it holds without any line of P's
  int order = any_number;  // how many further stones of Q's outside the zone it bears
};

template <class Cells>
class Remembered {
 public:
  using Found = ProvedTree<Cells>;
  struct Seen {
    std::uint64_t distance;  // back from the last position told
    int turn;                // that takes the position told then to this one
    Found found;
  };

  Remembered(const Rules& r, std::uint64_t memory)
      : most_(memory / 2 / (sizeof(std::pair<const Name, Entry>) + 24)), permutations_(numbered_turns(r)),
        turns_(permutations_) {}

  void clear() {
    young_.clear();
    old_.clear();
    count_ = 0;
  }
  std::uint64_t count() const { return count_; }
  void add(const Cells (&stones)[2], int to_move, int left, const Found& found) {
    int turn = 0;
    const Name name = canonical(stones, to_move, left, turn);
    keep(name, {count_++, turn, found});
  }
  // A tree that bears so many further stones.
  std::optional<Seen> find(const Cells (&stones)[2], int to_move, int left, int order = any_number) {
    int turn = 0;
    const Name name = canonical(stones, to_move, left, turn);
    auto at = young_.find(name);
    if (at == young_.end()) {
      at = old_.find(name);
      if (at == old_.end()) return std::nullopt;
      at = keep(name, Entry(at->second));
    }
    if (at->second.found.order < order) return std::nullopt;
    const Entry& then = at->second;
    const int g = between(then.turn, turn);
    return Seen{count_ - 1 - then.number, g, {turns_.apply(g, then.found.zone), then.found.weak, then.found.order}};
  }

 private:
  static constexpr int words = static_cast<int>(sizeof(Cells) / 8);
  struct Name {
    Cells x, o;
    int turn;  // whose, and the stones left in it
    bool operator==(const Name&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Name& n) const {
      std::uint64_t h = static_cast<std::uint64_t>(n.turn);
      for (const Cells* cells : {&n.x, &n.o})
        for (const std::uint64_t word : cells->word) h = (h ^ word) * 0xbf58476d1ce4e5b9ULL ^ h >> 29;
      return h ^ h >> 31;
    }
  };
  struct Entry {
    std::uint64_t number;
    int turn;  // that made it canonical
    Found found;
  };

  using Map = std::unordered_map<Name, Entry, Hash>;

  typename Map::iterator keep(const Name& name, const Entry& entry) {
    if (young_.size() >= most_) {
      old_ = std::move(young_);
      young_ = Map{};
    }
    return young_.insert_or_assign(name, entry).first;
  }
  // By number, as references name them: unlike board_symmetries() with those that coincide on one row.
  static std::vector<Permutation> numbered_turns(const Rules& r) {
    std::vector<Permutation> turns;
    for (int turn = 0; turn < (r.rows == r.cols ? 8 : 4); ++turn) turns.push_back(board_turn(r.rows, r.cols, turn));
    return turns;
  }
  Name canonical(const Cells (&stones)[2], int to_move, int left, int& turn) const {
    Name best{stones[X], stones[O], 2 * left + to_move};
    for (int t = 1; t < turns_.size(); ++t) {
      const Cells x = turns_.apply(t, stones[X]);
      if (best.x < x) continue;
      const Cells o = turns_.apply(t, stones[O]);
      if (x == best.x && !(o < best.o)) continue;
      best.x = x;
      best.o = o;
      turn = t;
    }
    return best;
  }
  // The turn that does what `then` does and afterwards undoes `now`.
  int between(int then, int now) const {
    for (int g = 0; g < turns_.size(); ++g) {
      bool same = true;
      for (std::size_t c = 0; c < permutations_[g].size() && same; ++c)
        same = permutations_[now][permutations_[g][c]] == permutations_[then][c];
      if (same) return g;
    }
    return 0;
  }

  std::uint64_t most_, count_ = 0;
  std::vector<Permutation> permutations_;
  Transform<words> turns_;
  Map young_, old_;
};

}  // namespace kinrow
