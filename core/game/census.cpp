#include "game/census.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "board/transform.hpp"
#include "game/position.hpp"
#include "system/bucket_count.hpp"
#include "system/hashing.hpp"
#include "system/memory.hpp"
#include "system/threads.hpp"

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
struct HashedClass {
  PositionClass<W> kind;
  std::uint64_t hash;
};

template <int W>
std::uint64_t hash_of(const PositionClass<W>& kind) {
  std::uint64_t h = 0;
  for (int i = 0; i < W; ++i) h = fold(fold(h, kind.stones[X].word[i]), kind.stones[O].word[i]);
  return h;
}

// The bytes of all frontiers together.
class Room {
 public:
  explicit Room(std::uint64_t most) : most_(most) {}
  bool take(std::uint64_t bytes) {
    if (taken_.fetch_add(bytes, std::memory_order_relaxed) + bytes <= most_) return true;
    give_back(bytes);
    return false;
  }
  void give_back(std::uint64_t bytes) { taken_.fetch_sub(bytes, std::memory_order_relaxed); }

 private:
  const std::uint64_t most_;
  std::atomic<std::uint64_t> taken_{0};
};

template <int W>
class Shard {  // some classes of one ply, by their stones; open addressing, doubled when 2/3 full
 public:
  explicit Shard(Room& room) : room_(room) {}
  ~Shard() { room_.give_back(bytes()); }
  Shard(const Shard&) = delete;
  Shard& operator=(const Shard&) = delete;

  // Adds several classes at once, so that the memory of their slots is fetched in parallel. False if memory is full.
  [[nodiscard]] bool add(std::span<const HashedClass<W>> found) {
    const std::lock_guard lock(mutex_);
    while (3 * (used_ + found.size()) > 2 * slots_.size())
      if (!grow()) return false;
    for (const HashedClass<W>& each : found) __builtin_prefetch(&slots_[each.hash & (slots_.size() - 1)], 1);
    for (const auto& [kind, hash] : found) {
      PositionClass<W>& slot = find(kind, hash);
      if (slot.paths == 0) {
        slot = kind;
        ++used_;
      } else {
        slot.paths += kind.paths;
      }
    }
    return true;
  }
  const Pages<PositionClass<W>>& slots() const { return slots_; }

 private:
  static constexpr std::size_t first_slots = 128;  // a few pages of memory

  std::uint64_t bytes() const { return slots_.size() * sizeof(PositionClass<W>); }
  PositionClass<W>& find(const PositionClass<W>& kind, std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = hash & mask;
    while (slots_[i].paths != 0 && !(slots_[i].stones[X] == kind.stones[X] && slots_[i].stones[O] == kind.stones[O]))
      i = (i + 1) & mask;
    return slots_[i];
  }
  bool grow() {
    const std::size_t size = slots_.size() == 0 ? first_slots : 2 * slots_.size();
    if (!room_.take(size * sizeof(PositionClass<W>))) return false;  // both exist while entries move
    const std::uint64_t before = bytes();
    Pages<PositionClass<W>> old(size);
    old.swap(slots_);
    for (const PositionClass<W>& kind : old)
      if (kind.paths != 0) find(kind, hash_of(kind)) = kind;
    room_.give_back(before);
    return true;
  }

  Room& room_;
  std::mutex mutex_;
  Pages<PositionClass<W>> slots_;
  std::size_t used_ = 0;
};

template <int W>
using Frontier = std::deque<Shard<W>>;  // the classes of one ply; a hash chooses the shard

// What one thread has found for a frontier, a few classes per shard, so that it seldom has to lock one.
template <int W>
class Outbox {
 public:
  explicit Outbox(Frontier<W>& to) : to_(to), waiting_(to.size()) {}
  // False if memory is full.
  [[nodiscard]] bool add(const PositionClass<W>& kind) {
    const std::uint64_t hash = hash_of(kind);
    const std::uint64_t shard = bucket_of(hash, to_.size());
    waiting_[shard].push_back({kind, hash});
    return waiting_[shard].size() < at_once || deliver(shard);
  }
  [[nodiscard]] bool deliver() {
    bool all = true;
    for (std::size_t i = 0; i < waiting_.size(); ++i) all = all && deliver(i);
    return all;
  }

 private:
  static constexpr std::size_t at_once = 64;  // more than fetches that can be under way

  bool deliver(std::size_t shard) {
    const bool all = to_[shard].add(waiting_[shard]);
    waiting_[shard].clear();
    return all;
  }

  Frontier<W>& to_;
  std::vector<std::vector<HashedClass<W>>> waiting_;
};

struct Tally {  // of one thread, or of all
  PlyCensus ply;
  Wide games[3] = {};
  bool more = false;  // whether any position is not finished

  void add(const Tally& other) {
    ply.positions += other.ply.positions;
    ply.canonical += other.ply.canonical;
    ply.canonical_finished += other.ply.canonical_finished;
    for (int i = 0; i < 3; ++i) {
      ply.by_result[i] += other.ply.by_result[i];
      games[i] += other.games[i];
    }
    more |= other.more;
  }
};

template <int W>
class Counter {
 public:
  Counter(const Game& game, std::uint64_t memory, int threads, CensusProgress& progress)
      : game_(game), tables_(game), symmetries_(board_symmetries(game.rules.rows, game.rules.cols)), room_(memory),
        pool_(threads), shards_(threads == 1 ? 1 : shards_for(threads, memory)), progress_(progress) {}

  Census run() {
    Census out;
    Position<W> at = Position<W>::from(tables_, game_.start());
    Frontier<W> now = frontier();
    Outbox<W> start(now);
    full_ = !start.add(PositionClass<W>{{at.stones[X], at.stones[O]}, 1}) || !start.deliver();
    for (bool more = true; more;) {
      progress_.ply = at.plies;
      Frontier<W> next = frontier();
      Tally tally = expand(now, at, next);
      if (ended()) {
        out.complete = false;
        out.out_of_memory = full_;
        return out;
      }
      for (int i = 0; i < 3; ++i) tally.ply.games[i] = decimal(tally.games[i]);
      out.plies.push_back(tally.ply);
      more = tally.more;
      now.swap(next);
      at.count_stone(game_.rules);
    }
    return out;
  }

 private:
  // Enough of them that threads seldom want the same one, and end together; but with little memory, not many half
  // empty.
  static int shards_for(int threads, std::uint64_t memory) {
    constexpr std::uint64_t least_bytes = std::uint64_t{1} << 16, most = 256;
    return static_cast<int>(
        std::clamp<std::uint64_t>(memory / least_bytes, 1, std::min<std::uint64_t>(16 * threads, most)));
  }

  Frontier<W> frontier() {
    Frontier<W> out;
    for (int i = 0; i < shards_; ++i) out.emplace_back(room_);
    return out;
  }
  bool ended() const { return full_ || progress_.stop; }

  Tally expand(const Frontier<W>& now, const Position<W>& like, Frontier<W>& next) {
    std::atomic<std::size_t> taken{0};
    std::vector<Tally> tallies(static_cast<std::size_t>(pool_.size()));
    const auto work = [&](int thread) {
      Tally mine;
      Outbox<W> out(next);
      for (std::size_t i = taken++; i < now.size() && !ended(); i = taken++) expand(now[i], like, out, mine);
      if (!ended() && !out.deliver()) full_ = true;
      tallies[static_cast<std::size_t>(thread)] = mine;
    };
    pool_.run(work, [&] { taken = now.size(); });
    Tally all;
    for (const Tally& tally : tallies) all.add(tally);
    return all;
  }
  void expand(const Shard<W>& now, const Position<W>& like, Outbox<W>& out, Tally& tally) {
    for (const PositionClass<W>& kind : now.slots()) {
      if (kind.paths == 0) continue;
      if (ended()) return;
      const int orbit = orbit_size(kind);
      progress_.positions.fetch_add(orbit, std::memory_order_relaxed);
      tally.ply.positions += orbit;
      ++tally.ply.canonical;
      const Position<W> p = position(kind, like);
      if (p.over) {
        const int w = p.winner(tables_), result = w < 0 ? 2 : w;
        ++tally.ply.canonical_finished;
        tally.ply.by_result[result] += orbit;
        tally.games[result] += kind.paths;
        continue;
      }
      tally.more = true;
      if (!add_children(p, kind.paths, out)) full_ = true;
    }
  }
  Position<W> position(const PositionClass<W>& kind, const Position<W>& like) const {
    Position<W> p = like;
    p.stones[X] = kind.stones[X];
    p.stones[O] = kind.stones[O];
    p.refresh(tables_);
    return p;
  }
  bool add_children(const Position<W>& p, Wide paths, Outbox<W>& out) {
    Bits<W> moves = p.legal(tables_);
    while (moves.any()) {
      Bits<W> child[2] = {p.stones[X], p.stones[O]};
      child[p.to_move].set(moves.pop());
      if (!out.add(canonical(child, paths))) return false;
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
  Room room_;
  ThreadPool pool_;
  const int shards_;
  std::atomic<bool> full_{false};  // no room for a frontier
  CensusProgress& progress_;
};

}  // namespace

Census census(const Game& game, std::uint64_t memory, int threads, CensusProgress& progress) {
  return with_words(game.rules.size(),
                    [&](auto words) { return Counter<words()>(game, memory, threads, progress).run(); });
}

}  // namespace kinrow
