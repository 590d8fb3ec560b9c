#include "game/census.hpp"

#include <algorithm>

#include "board/transform.hpp"
#include "game/position.hpp"
#include "system/hashing.hpp"
#include "system/memory.hpp"

namespace kinrow {
namespace {

__extension__ typedef unsigned __int128 Wide;  // 34! < 2^128, and no memory has room for a census of more stones

std::string decimal(Wide n) {
  std::string s;
  do s.push_back(static_cast<char>('0' + static_cast<int>(n % 10)));
  while (n /= 10);
  std::reverse(s.begin(), s.end());
  return s;
}

template <int W>
struct PositionClass {  // a symmetry class: its smallest member, and the move sequences that lead to it
  Bits<W> stones[2];
  Wide paths = 0;
};

template <int W>
std::uint64_t hash(const Bits<W>& x, const Bits<W>& o) {
  std::uint64_t h = 0;
  for (int i = 0; i < W; ++i) h = fold(fold(h, x.word[i]), o.word[i]);
  return h;
}

template <int W>
class Frontier {  // the classes of one ply, by their stones; open addressing, doubled when 2/3 full
 public:
  [[nodiscard]] bool add(const PositionClass<W>& kind, std::uint64_t most_bytes) {
    if (3 * (used_ + 1) > 2 * slots_.size() && !grow(most_bytes)) return false;
    PositionClass<W>& slot = find(kind);
    if (slot.paths == 0) {
      slot = kind;
      ++used_;
    } else {
      slot.paths += kind.paths;
    }
    return true;
  }
  std::uint64_t bytes() const { return slots_.size() * sizeof(PositionClass<W>); }
  const Pages<PositionClass<W>>& slots() const { return slots_; }

 private:
  PositionClass<W>& find(const PositionClass<W>& kind) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = hash(kind.stones[X], kind.stones[O]) & mask;
    while (slots_[i].paths != 0 && !(slots_[i].stones[X] == kind.stones[X] && slots_[i].stones[O] == kind.stones[O]))
      i = (i + 1) & mask;
    return slots_[i];
  }
  bool grow(std::uint64_t most_bytes) {
    const std::size_t size = slots_.size() == 0 ? 128 : 2 * slots_.size();
    if (bytes() + size * sizeof(PositionClass<W>) > most_bytes) return false;  // both exist while entries move
    Pages<PositionClass<W>> old(size);
    old.swap(slots_);
    for (const PositionClass<W>& kind : old)
      if (kind.paths != 0) find(kind) = kind;
    return true;
  }

  Pages<PositionClass<W>> slots_;
  std::size_t used_ = 0;
};

template <int W>
class Counter {
 public:
  Counter(const Game& game, std::uint64_t memory, CensusProgress& progress)
      : game_(game), tables_(game), symmetries_(board_symmetries(game.rules.rows, game.rules.cols)), memory_(memory),
        progress_(progress) {}

  Census run() {
    Census out;
    Position<W> at = Position<W>::from(tables_, game_.start());
    Frontier<W> now;
    if (!now.add(PositionClass<W>{{at.stones[X], at.stones[O]}, 1}, memory_)) return {{}, false, true};
    for (bool more = true; more;) {
      Frontier<W> next;
      PlyCensus ply;
      more = false;
      progress_.ply = at.plies;
      if (!expand(now, at, next, ply, more, out)) {
        out.complete = false;
        return out;
      }
      out.plies.push_back(ply);
      now = std::move(next);
      at.count_stone(game_.rules);
    }
    return out;
  }

 private:
  bool expand(const Frontier<W>& now, const Position<W>& like, Frontier<W>& next, PlyCensus& ply, bool& more,
              Census& out) {
    Wide games[3] = {};
    for (const PositionClass<W>& kind : now.slots()) {
      if (kind.paths == 0) continue;
      if (progress_.stop) return false;
      const int orbit = orbit_size(kind);
      progress_.positions += orbit;
      ply.positions += orbit;
      ++ply.canonical;
      const Position<W> p = position(kind, like);
      if (p.over) {
        const int w = p.winner(tables_), result = w < 0 ? 2 : w;
        ++ply.canonical_finished;
        ply.by_result[result] += orbit;
        games[result] += kind.paths;
        continue;
      }
      more = true;
      if (!add_children(p, kind.paths, next, memory_ - std::min(memory_, now.bytes()))) {
        out.out_of_memory = true;
        return false;
      }
    }
    for (int i = 0; i < 3; ++i) ply.games[i] = decimal(games[i]);
    return true;
  }
  Position<W> position(const PositionClass<W>& kind, const Position<W>& like) const {
    Position<W> p = like;
    p.stones[X] = kind.stones[X];
    p.stones[O] = kind.stones[O];
    p.refresh(tables_);
    return p;
  }
  bool add_children(const Position<W>& p, Wide paths, Frontier<W>& next, std::uint64_t room) {
    Bits<W> moves = p.legal(tables_);
    while (moves.any()) {
      Bits<W> child[2] = {p.stones[X], p.stones[O]};
      child[p.to_move].set(moves.pop());
      if (!next.add(canonical(child, paths), room)) return false;
    }
    return true;
  }
  PositionClass<W> canonical(const Bits<W> (&s)[2], Wide paths) const {
    PositionClass<W> best{{s[X], s[O]}, paths};
    for (int g = 1; g < symmetries_.size(); ++g) {
      const Bits<W> x = symmetries_.apply(g, s[X]);
      if (x > best.stones[X]) continue;
      const Bits<W> o = symmetries_.apply(g, s[O]);
      if (x < best.stones[X] || o < best.stones[O]) best = {{x, o}, paths};
    }
    return best;
  }
  int orbit_size(const PositionClass<W>& kind) const {
    int fixed = 0;
    for (int g = 0; g < symmetries_.size(); ++g)
      fixed += symmetries_.apply(g, kind.stones[X]) == kind.stones[X] &&
               symmetries_.apply(g, kind.stones[O]) == kind.stones[O];
    return symmetries_.size() / fixed;
  }

  const Game& game_;
  Tables<W> tables_;
  Transform<W> symmetries_;
  std::uint64_t memory_;
  CensusProgress& progress_;
};

}  // namespace

Census census(const Game& game, std::uint64_t memory, CensusProgress& progress) {
  return with_words(game.rules.size(), [&](auto words) { return Counter<words()>(game, memory, progress).run(); });
}

}  // namespace kinrow
