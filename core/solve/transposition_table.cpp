#include "solve/transposition_table.hpp"

#include <cassert>

#include "system/bit_field.hpp"

namespace kinrow {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

using Data = std::uint64_t;
using Lower = BitField<Data, 0, 12>;
using Upper = BitField<Data, Lower::end, 12>;
using Move = BitField<Data, Upper::end, cell_width>;
using Left = BitField<Data, Move::end, cell_width>;
using Empties = BitField<Data, Left::end, cell_width>;
using Work = BitField<Data, Empties::end, 6>;
using Used = BitField<Data, 63, 1>;  // distinguishes an entry from an empty slot

constexpr int least_value = -(1 << 11);

Data pack(const TableEntry& e) {
  assert(e.lower <= e.upper);
  return Lower::put(e.lower - least_value) | Upper::put(e.upper - least_value) | Move::put(e.move + 1) |
         Left::put(e.left) | Empties::put(e.empties) | Work::put(e.work) | Used::put(1);
}

TableEntry unpack(Data data) {
  TableEntry e{};
  e.lower = Lower::number(data) + least_value;
  e.upper = Upper::number(data) + least_value;
  e.move = Move::number(data) - 1;
  e.left = Left::number(data);
  e.empties = Empties::number(data);
  e.work = Work::number(data);
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
