#include "solve/transposition_table.hpp"

#include <cassert>

namespace kinrow {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

// 12 + 12 + 9 + 9 + 9 + 6 bits, and a top bit that distinguishes an entry from an empty slot.
std::uint64_t pack(const TableEntry& e) {
  assert(-2048 <= e.lower && e.lower <= e.upper && e.upper < 2048);
  assert(-1 <= e.move && e.move < 511 && 0 <= e.left && e.left < 512 && 0 <= e.empties && e.empties < 512);
  assert(0 <= e.work && e.work < 64);
  return static_cast<std::uint64_t>(e.lower + 2048) | static_cast<std::uint64_t>(e.upper + 2048) << 12 |
         static_cast<std::uint64_t>(e.move + 1) << 24 | static_cast<std::uint64_t>(e.left) << 33 |
         static_cast<std::uint64_t>(e.empties) << 42 | static_cast<std::uint64_t>(e.work) << 51 | 1ULL << 63;
}

TableEntry unpack(std::uint64_t d) {
  TableEntry e{};
  e.lower = static_cast<int>(d & 4095) - 2048;
  e.upper = static_cast<int>(d >> 12 & 4095) - 2048;
  e.move = static_cast<int>(d >> 24 & 511) - 1;
  e.left = static_cast<int>(d >> 33 & 511);
  e.empties = static_cast<int>(d >> 42 & 511);
  e.work = static_cast<int>(d >> 51 & 63);
  return e;
}

}  // namespace

bool TranspositionTable::probe(const Key& key, int left, int empties, TableEntry& out) const {
  const Word* w = bucket(key);
  for (int i = 0; i < ways; ++i, w += buckets_.words()) {
    const std::uint64_t data = w[0].load(relaxed);
    if (data == 0) continue;
    const Key s = scramble(data);
    if ((w[1].load(relaxed) ^ s.a) != key.a) continue;
    if (wide_ && (w[2].load(relaxed) ^ s.b) != key.b) continue;
    out = unpack(data);
    if (out.left == left && out.empties == empties) return true;
  }
  return false;
}

// Uses the slot of the same position, or else that of the entry that cost least.
void TranspositionTable::store(const Key& key, const TableEntry& entry) {
  Word* w = bucket(key);
  Word* victim = w;
  int least = 1 << 30;
  for (int i = 0; i < ways; ++i, w += buckets_.words()) {
    const std::uint64_t data = w[0].load(relaxed);
    const Key s = scramble(data);
    const bool same =
        data != 0 && (w[1].load(relaxed) ^ s.a) == key.a && (!wide_ || (w[2].load(relaxed) ^ s.b) == key.b);
    const TableEntry old = unpack(data);
    const int worth = data == 0 ? -1 : same && old.left == entry.left && old.empties == entry.empties ? -2 : old.work;
    if (worth < least) {
      least = worth;
      victim = w;
    }
  }
  const std::uint64_t data = pack(entry);
  const Key s = scramble(data);
  victim[0].store(data, relaxed);
  victim[1].store(key.a ^ s.a, relaxed);
  if (wide_) victim[2].store(key.b ^ s.b, relaxed);
}

Key TranspositionTable::key_of(const std::uint64_t* slot) const {
  const Key s = scramble(slot[0]);
  return {slot[1] ^ s.a, wide_ ? slot[2] ^ s.b : 0};
}

std::vector<SavedEntry> TranspositionTable::saved(std::uint64_t most) const {
  return heaviest<SavedEntry>(most, least_saved, [&](const auto& use) {
    buckets_.each([&](const std::uint64_t* slot) {
      const Key key = key_of(slot);
      use(SavedEntry{key.a, key.b, slot[0], 0}, unpack(slot[0]).work);
    });
  });
}

void TranspositionTable::restore(const std::vector<SavedEntry>& all) {
  while (!grown() && entries() < 2 * all.size()) grow(8, never_stopped);
  for (const auto& [a, b, data, none] : all) store({a, b}, unpack(data));
}

void TranspositionTable::grow(std::uint64_t factor, const std::atomic<bool>& stop) {
  buckets_.grow(factor, stop, [&](const std::uint64_t* slot) { store(key_of(slot), unpack(slot[0])); });
}

}  // namespace kinrow
