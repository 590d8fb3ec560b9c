// ZoneTable: proof numbers of positions in a lambda search, with the zones of those that are won; fixed memory, shared
// by threads.
//
// Keys have 96 bits of hash. A bucket has four entries, with their keys in its first cache line: a look-up in a table
// of gigabytes waits for one line, which can be prefetched. Each bucket has its own lock, a bit in its first entry. A
// full bucket drops its cheapest entry. The table grows between searches (dfpn/crew.hpp).
//
// A second array has one byte per bucket. Each win in the bucket sets one of its bits, chosen by the key of the win.
// Most look-ups of a win that is not in the table read only this byte, which is usually in the caches.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <iterator>
#include <optional>
#include <thread>
#include <vector>

#include "dfpn/proof_numbers.hpp"
#include "system/bit_field.hpp"
#include "system/bucket_count.hpp"
#include "system/checkpoint.hpp"
#include "system/memory.hpp"

namespace kinrow {

struct ZoneKey {
  std::uint64_t a = 0;
  std::uint32_t b = 0;
  friend bool operator==(const ZoneKey&, const ZoneKey&) = default;
  ZoneKey& operator^=(const ZoneKey& k) {
    a ^= k.a;
    b ^= k.b;
    return *this;
  }
  friend ZoneKey operator^(ZoneKey k, const ZoneKey& l) { return k ^= l; }
};

constexpr std::uint32_t learned_work = 1U << 30;  // of an entry that was learned; one that was searched has less

// What is known of a position; the claim is that the attacker wins.
template <class Cells>
struct ZoneEntry {
  ZoneKey key;
  ProofNumbers numbers;
  int move = -1;           // the attacker's
  std::uint32_t work = 0;  // positions searched below, in all searches; rounded down to 16 significant bits
  Cells zone{};            // once the attacker has won
};

// An entry without its key and zone, in one word. Work is a floating-point number.
class ZoneTag {
  using Tag = std::uint32_t;
  using Lock = BitField<Tag, 0, 1>;  // of the bucket
  using Used = BitField<Tag, Lock::end, 1>;
  using Won = BitField<Tag, Used::end, 1>;
  using Move = BitField<Tag, Won::end, cell_width>;
  using Mantissa = BitField<Tag, Move::end, 15>;
  using Exponent = BitField<Tag, Mantissa::end, 5>;
  static constexpr Tag leading = Mantissa::largest + 1;  // the bit that a mantissa with an exponent leaves out

 public:
  static constexpr Tag lock = Lock::mask, used = Used::mask, won = Won::mask;

  static Tag pack(bool is_won, int move, std::uint32_t work) {
    return used | Won::put(is_won) | Move::put(move + 1) | packed(work);
  }
  static int move(Tag tag) { return Move::number(tag) - 1; }
  static std::uint32_t work(Tag tag) {
    const Tag exponent = Exponent::get(tag), mantissa = Mantissa::get(tag);
    return exponent == 0 ? mantissa : (mantissa | leading) << (exponent - 1);
  }

 private:
  static Tag packed(std::uint32_t work) {
    const int exponent = std::max(0, static_cast<int>(std::bit_width(work)) - Mantissa::bits);
    if (exponent == 0) return Mantissa::put(work);
    return Exponent::put(exponent) | Mantissa::put(work >> (exponent - 1) & Mantissa::largest);
  }
};

template <class Cells>
class ZoneTable {
 public:
  using Entry = ZoneEntry<Cells>;

  explicit ZoneTable(std::uint64_t bytes)
      : count_(first_buckets, std::max(bytes / (sizeof(Bucket) + sizeof(Wins)), std::uint64_t{1})),
        memory_(count_.most() * sizeof(Bucket)), wins_memory_(count_.most() * sizeof(Wins)) {}

  void prefetch(const ZoneKey& key) const { __builtin_prefetch(&bucket(key)); }
  void prefetch_win(const ZoneKey& key) const { __builtin_prefetch(&wins(number_of(key))); }
  std::optional<Entry> find(const ZoneKey& key) const {
    Bucket& b = bucket(key);
    if (!b.may_hold(key)) return std::nullopt;  // most keys: no lock, and the line stays clean
    const Locked lock(b);
    const int i = b.place(key);
    return i < ways ? std::optional(b.entry(i)) : std::nullopt;
  }
  // The entry of a position that is won.
  std::optional<Entry> find_win(const ZoneKey& key) const {
    if ((wins(number_of(key)).load(std::memory_order_relaxed) & win_bit(key.b)) == 0) return std::nullopt;
    auto e = find(key);
    if (e && !e->numbers.proven()) e.reset();
    return e;
  }
  void store(const Entry& e) {
    const std::uint64_t i = number_of(e.key);
    Bucket& b = at(i);
    const Locked lock(b);
    b.put(e);
    if (const std::uint8_t now = b.wins(); wins(i).load(std::memory_order_relaxed) != now)
      wins(i).store(now, std::memory_order_relaxed);
  }

  // Whether storing this key would drop an entry that took at least `work` positions.
  bool crowded(const ZoneKey& key, std::uint32_t work) const {
    Bucket& b = bucket(key);
    const Locked lock(b);
    if (b.place(key) < ways) return false;
    const std::uint32_t tag = b.tag(b.cheapest());
    return (tag & ZoneTag::used) != 0 && ZoneTag::work(tag) >= work;
  }

  // Must not be called during a search.
  void clear() {
    for (std::uint64_t i = 0; i < count_.used(); ++i) emptied(i);
  }

  std::uint64_t entries() const { return count_.filled() * ways; }
  bool grown() const { return count_.grown(); }
  // Multiplies the number of buckets by `factor`, up to all of the memory. See BucketCount.
  void grow(std::uint64_t factor, const std::atomic<bool>& stop) {
    count_.grow(factor, stop, [&](std::uint64_t i) {
      for (const auto& e : emptied(i))
        if (e) store(*e);
    });
  }

  // The most expensive entries for a checkpoint, in at most `limit` saved entries of four words. May run during a
  // search.
  std::vector<SavedEntry> saved(std::uint64_t limit) const {
    const auto found = heaviest<Entry>(limit / 2 / pieces, worth_saving, [&](const auto& use) { each(use); });
    std::vector<SavedEntry> kept;
    kept.reserve(found.size() * pieces);
    for (const Entry& e : found) append(e, kept);
    return kept;
  }
  // Returns the number of entries.
  std::uint64_t restore(const std::vector<SavedEntry>& kept) {
    while (!grown() && entries() * pieces < 2 * kept.size()) grow(4, never_stopped);
    for (std::size_t i = 0; i + pieces <= kept.size(); i += pieces) {
      Entry e;
      const std::uint64_t* words = kept[i].data();
      e.key = {words[0], static_cast<std::uint32_t>(words[3])};
      e.numbers = {static_cast<std::uint32_t>(words[1]), static_cast<std::uint32_t>(words[1] >> 32)};
      e.move = static_cast<int>(static_cast<std::uint32_t>(words[2])) - 1;
      e.work = static_cast<std::uint32_t>(words[2] >> 32);
      std::copy_n(words + head, e.zone.word.size(), e.zone.word.begin());
      store(e);
    }
    return kept.size() / pieces;
  }

 private:
  static constexpr int ways = 4;
  static constexpr std::uint64_t first_buckets = 1 << 12;                    // a MiB on boards of up to 256 cells
  static constexpr int worth_saving = 11;                                    // log2: 1024 positions, some milliseconds
  static constexpr std::size_t head = 4;                                     // words of a saved entry before its zone
  static constexpr std::size_t pieces = (head + sizeof(Cells) / 8 + 3) / 4;  // of four words

  // use(entry, log2 of its work) for every entry.
  template <class Use>
  void each(const Use& use) const {
    for (std::uint64_t i = 0; i < count_.used(); ++i) {
      Bucket& b = at(i);
      const Locked lock(b);
      for (int j = 0; j < ways; ++j)
        if ((b.tag(j) & ZoneTag::used) != 0) use(b.entry(j), std::bit_width(ZoneTag::work(b.tag(j))));
    }
  }
  static void append(const Entry& e, std::vector<SavedEntry>& kept) {
    std::array<std::uint64_t, 4 * pieces> piece{e.key.a, e.numbers.proof | std::uint64_t{e.numbers.disproof} << 32,
                                                static_cast<std::uint64_t>(e.move + 1) | std::uint64_t{e.work} << 32,
                                                e.key.b};
    std::copy(std::begin(e.zone.word), std::end(e.zone.word), piece.begin() + head);
    for (std::size_t i = 0; i < pieces; ++i) {
      kept.emplace_back();
      std::copy_n(piece.begin() + 4 * i, 4, kept.back().begin());
    }
  }

  // All zeros if nothing was stored.
  struct alignas(64) Bucket {
    std::atomic<std::uint64_t> a[ways];
    std::uint32_t b[ways];
    std::atomic<std::uint32_t> tags[ways];
    Cells zones[ways];  // of an entry that is not won, the first word is its numbers

    std::uint32_t tag(int i) const { return tags[i].load(std::memory_order_relaxed); }
    void set_tag(int i, std::uint32_t tag) {
      const std::uint32_t lock = tags[i].load(std::memory_order_relaxed) & ZoneTag::lock;
      tags[i].store(tag | lock, std::memory_order_relaxed);
    }
    std::uint64_t first(int i) const { return a[i].load(std::memory_order_relaxed); }
    bool may_hold(const ZoneKey& key) const {
      bool found = false;
      for (int i = 0; i < ways; ++i) found |= first(i) == key.a;
      return found;
    }
    // The place of this key; `ways` if it is not here.
    int place(const ZoneKey& key) const {
      int i = 0;
      while (i < ways && !(first(i) == key.a && b[i] == key.b && (tag(i) & ZoneTag::used) != 0)) ++i;
      return i;
    }
    Entry entry(int i) const {
      Entry e{{first(i), b[i]}, ProofNumbers::yes(), ZoneTag::move(tag(i)), ZoneTag::work(tag(i)), zones[i]};
      if ((tag(i) & ZoneTag::won) != 0) return e;
      const std::uint64_t n = zones[i].word[0];
      e.numbers = {static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32)};
      e.zone = {};
      return e;
    }
    void put(const Entry& e) {
      int to = place(e.key);
      const bool known = to < ways;
      if (known && (tag(to) & ZoneTag::won) != 0 && !e.numbers.proven())
        return;  // by a thread that began before the win was found
      const std::uint32_t before = known ? ZoneTag::work(tag(to)) : 0;
      if (!known) to = cheapest();
      a[to].store(e.key.a, std::memory_order_relaxed);
      b[to] = e.key.b;
      set_tag(to, ZoneTag::pack(e.numbers.proven(), e.move, sum(before, e.work)));
      zones[to] = e.zone;
      if (!e.numbers.proven()) zones[to].word[0] = e.numbers.proof | std::uint64_t{e.numbers.disproof} << 32;
    }
    static std::uint32_t sum(std::uint32_t before, std::uint32_t now) {
      const std::uint32_t most = std::max(before, now) < learned_work ? learned_work - 1 : ~0U;
      return now + std::min(before, most - now);
    }
    std::uint8_t wins() const {
      std::uint8_t bits = 0;
      for (int i = 0; i < ways; ++i)
        if ((tag(i) & ZoneTag::won) != 0) bits |= win_bit(b[i]);
      return bits;
    }
    int cheapest() const {
      int to = 0;
      for (int i = 0; i < ways; ++i) {
        if ((tag(i) & ZoneTag::used) == 0) return i;
        if (ZoneTag::work(tag(i)) < ZoneTag::work(tag(to))) to = i;
      }
      return to;
    }
  };
  // Locks a bucket during its lifetime.
  class Locked {
   public:
    explicit Locked(Bucket& b) : bucket_(b) {
      while (b.tags[0].fetch_or(ZoneTag::lock, std::memory_order_acquire) & ZoneTag::lock) std::this_thread::yield();
    }
    ~Locked() { bucket_.tags[0].store(bucket_.tag(0) & ~ZoneTag::lock, std::memory_order_release); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

   private:
    Bucket& bucket_;
  };

  using Wins = std::atomic<std::uint8_t>;
  static std::uint8_t win_bit(std::uint32_t key) { return static_cast<std::uint8_t>(1U << (key & 7)); }

  std::uint64_t number_of(const ZoneKey& key) const { return count_.of(key.a); }
  Bucket& at(std::uint64_t i) const { return reinterpret_cast<Bucket*>(memory_.data())[i]; }
  Bucket& bucket(const ZoneKey& key) const { return at(number_of(key)); }
  Wins& wins(std::uint64_t i) const { return reinterpret_cast<Wins*>(wins_memory_.data())[i]; }
  std::array<std::optional<Entry>, ways> emptied(std::uint64_t number) const {
    Bucket& b = at(number);
    const Locked lock(b);
    wins(number).store(0, std::memory_order_relaxed);
    std::array<std::optional<Entry>, ways> entries;
    for (int i = 0; i < ways; ++i) {
      if ((b.tag(i) & ZoneTag::used) != 0) entries[i] = b.entry(i);
      b.set_tag(i, 0);
    }
    return entries;
  }

  BucketCount count_;
  Reserved memory_, wins_memory_;
};

}  // namespace kinrow
