#include "solve/table.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace kinrow {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

std::uint64_t scramble(std::uint64_t data) { return mix(data + 0x9e3779b97f4a7c15ULL); }

// 12 + 12 + 9 + 9 + 9 + 6 bits, and a top bit that tells an entry from an empty slot.
std::uint64_t pack(const Entry& e) {
  return static_cast<std::uint64_t>(e.lower + 2048) | static_cast<std::uint64_t>(e.upper + 2048) << 12 |
         static_cast<std::uint64_t>(e.move + 1) << 24 | static_cast<std::uint64_t>(e.left) << 33 |
         static_cast<std::uint64_t>(e.empties) << 42 | static_cast<std::uint64_t>(e.work) << 51 | 1ULL << 63;
}

Entry unpack(std::uint64_t d) {
  Entry e{};
  e.lower = static_cast<int>(d & 4095) - 2048;
  e.upper = static_cast<int>(d >> 12 & 4095) - 2048;
  e.move = static_cast<int>(d >> 24 & 511) - 1;
  e.left = static_cast<int>(d >> 33 & 511);
  e.empties = static_cast<int>(d >> 42 & 511);
  e.work = static_cast<int>(d >> 51 & 63);
  return e;
}

}  // namespace

Table::Table(std::uint64_t most, bool wide) : wide_(wide) {
  reserved_ = std::max(most / bucket_bytes(), std::uint64_t{1}) * bucket_bytes();
  void* p = mmap(nullptr, reserved_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) throw std::bad_alloc();
  madvise(p, reserved_, MADV_HUGEPAGE);
  memory_ = static_cast<Word*>(p);
  buckets_ = std::min<std::uint64_t>(1 << 11, reserved_ / bucket_bytes());
}

Table::~Table() { munmap(memory_, reserved_); }

Table::Word* Table::bucket(const Key& key) const {
  const std::uint64_t h = mix(key.a ^ mix(key.b + 0x632be59bd9b4e019ULL));
  __extension__ using Wide = unsigned __int128;
  return bucket_at(static_cast<std::uint64_t>(static_cast<Wide>(h) * buckets_ >> 64));
}

bool Table::probe(const Key& key, int left, int empties, Entry& out) const {
  const Word* w = bucket(key);
  for (int i = 0; i < ways; ++i, w += words()) {
    const std::uint64_t data = w[0].load(relaxed);
    if (data == 0) continue;
    const std::uint64_t s = scramble(data);
    if ((w[1].load(relaxed) ^ s) != key.a) continue;
    if (wide_ && (w[2].load(relaxed) ^ (s * 3)) != key.b) continue;
    out = unpack(data);
    if (out.left == left && out.empties == empties) return true;
  }
  return false;
}

// Into the slot of the same position, else over the entry that cost least.
void Table::store(const Key& key, const Entry& entry) {
  Word* w = bucket(key);
  Word* victim = w;
  int least = 1 << 30;
  for (int i = 0; i < ways; ++i, w += words()) {
    const std::uint64_t data = w[0].load(relaxed);
    const std::uint64_t s = scramble(data);
    const bool same =
        data != 0 && (w[1].load(relaxed) ^ s) == key.a && (!wide_ || (w[2].load(relaxed) ^ (s * 3)) == key.b);
    const Entry old = unpack(data);
    const int worth = data == 0 ? -1 : same && old.left == entry.left && old.empties == entry.empties ? -2 : old.work;
    if (worth < least) {
      least = worth;
      victim = w;
    }
  }
  const std::uint64_t data = pack(entry), s = scramble(data);
  victim[0].store(data, relaxed);
  victim[1].store(key.a ^ s, relaxed);
  if (wide_) victim[2].store(key.b ^ (s * 3), relaxed);
}

std::vector<SavedEntry> Table::saved() const {
  return heaviest([&](const auto& use) {
    const Word* w = memory_;
    for (std::uint64_t i = 0; i < entries(); ++i, w += words()) {
      const std::uint64_t data = w[0].load(relaxed), s = scramble(data);
      if (data != 0)
        use(SavedEntry{w[1].load(relaxed) ^ s, wide_ ? w[2].load(relaxed) ^ (s * 3) : 0, data, 0}, unpack(data).work);
    }
  });
}

void Table::restore(const std::vector<SavedEntry>& all) {
  const std::atomic<bool> never{false};
  while (!grown() && entries() < 2 * all.size()) grow(8, never);
  for (const auto& [a, b, data, none] : all) store({a, b}, unpack(data));
}

void Table::grow(std::uint64_t factor, const std::atomic<bool>& stop) {
  const std::uint64_t most = reserved_ / bucket_bytes(), old = buckets_;
  buckets_ = std::min(most, old * factor);
  for (std::uint64_t i = old; i-- > 0;) {
    if (i % 4096 == 0 && stop.load(relaxed)) {  // what lies below i was never moved: drop it
      drop(i);
      return;
    }
    spread(i);
  }
}

void Table::drop(std::uint64_t buckets) {
  const std::uint64_t page = 4096, whole = buckets * bucket_bytes() / page * page;
  madvise(memory_, whole, MADV_DONTNEED);
  for (std::uint64_t w = whole / sizeof(Word); w < buckets * ways * words(); ++w) memory_[w].store(0, relaxed);
}

// The index is monotone in the hash and in the number of buckets, so going down from the last one every entry moves
// to a bucket at or above its own that has been emptied already.
void Table::spread(std::uint64_t from) {
  std::uint64_t old[ways * 3];
  Word* w = bucket_at(from);
  const std::size_t n = ways * words();
  for (std::size_t i = 0; i < n; ++i) {
    old[i] = w[i].load(relaxed);
    w[i].store(0, relaxed);
  }
  for (std::size_t i = 0; i < n; i += words())
    if (old[i] != 0) {
      const std::uint64_t s = scramble(old[i]);
      store({old[i + 1] ^ s, wide_ ? old[i + 2] ^ (s * 3) : 0}, unpack(old[i]));
    }
}

}  // namespace kinrow
