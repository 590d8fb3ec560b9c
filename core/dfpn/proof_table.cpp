#include "dfpn/proof_table.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "system/bit_field.hpp"
#include "system/hashing.hpp"

namespace kinrow {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

// The first word of a slot. If an entry is settled, the last word is the zone instead of the numbers.
using Rest = std::uint64_t;
using Empties = BitField<Rest, 0, cell_width>;
using Left = BitField<Rest, Empties::end, cell_width>;
using Move = BitField<Rest, Left::end, cell_width>;
using Beta = BitField<Rest, Move::end, 1>;
using Used = BitField<Rest, Beta::end, 1>;
using Proven = BitField<Rest, Used::end, 1>;
using Disproven = BitField<Rest, Proven::end, 1>;
using Work = BitField<Rest, 32, 32>;
constexpr Rest tag_bits = Empties::mask | Left::mask | Beta::mask | Used::mask;  // what a query knows of its entry

Rest tag_of(const ProofKey& k) {
  return Empties::put(k.empties) | Left::put(k.left) | Beta::put(k.beta) | Used::put(1);
}
std::uint32_t work_of(Rest rest) { return static_cast<std::uint32_t>(Work::get(rest)); }

SavedEntry plain(std::uint64_t rest, std::uint64_t a, std::uint64_t b, std::uint64_t numbers) {
  const Key key = Key{a, b} ^ scramble(numbers, rest);
  return {key.a, key.b, numbers, rest};
}
SavedEntry plain(const Buckets::Word* w) {
  return plain(w[0].load(relaxed), w[1].load(relaxed), w[2].load(relaxed), w[3].load(relaxed));
}

// Whether the entry has this key.
bool matches(const SavedEntry& e, const ProofKey& k) {
  return (e[3] & tag_bits) == tag_of(k) && e[0] == k.position.a && e[1] == k.position.b;
}
ProofRecord entry_of(const SavedEntry& e) {
  const std::uint64_t word = e[2], rest = e[3];
  ProofRecord entry{{}, Move::number(rest) - 1, work_of(rest), 0};
  if (rest & (Proven::mask | Disproven::mask)) {
    entry.numbers = rest & Proven::mask ? ProofNumbers::yes() : ProofNumbers::no();
    entry.zone = word;
  } else {
    entry.numbers = {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)};
  }
  return entry;
}

}  // namespace

ProofTable::Word* ProofTable::bucket(const ProofKey& k) const {
  return buckets_.of(mix(k.position.a ^ mix(k.position.b + tag_of(k))));
}

bool ProofTable::probe(const ProofKey& k, ProofRecord& out) const {
  const Word* w = bucket(k);
  for (int i = 0; i < ways; ++i, w += 4) {
    if ((w[0].load(relaxed) & tag_bits) != tag_of(k)) continue;
    const SavedEntry e = plain(w);
    if (!matches(e, k)) continue;
    out = entry_of(e);
    return true;
  }
  return false;
}

std::vector<SavedEntry> ProofTable::saved(std::uint64_t most) const {
  return heaviest<SavedEntry>(most, least_saved, [&](const auto& use) {
    buckets_.each([&](const std::uint64_t* w) { use(plain(w[0], w[1], w[2], w[3]), std::bit_width(work_of(w[0]))); });
  });
}

std::uint64_t ProofTable::restore(const std::vector<SavedEntry>& entries) {
  while (!grown() && this->entries() < 2 * entries.size()) grow(8, never_stopped);
  for (const SavedEntry& e : entries) put(e);
  return entries.size();
}

void ProofTable::grow(std::uint64_t factor, const std::atomic<bool>& stop) {
  buckets_.grow(factor, stop, [&](const std::uint64_t* w) { put(plain(w[0], w[1], w[2], w[3])); });
}

void ProofTable::put(const SavedEntry& e) {
  const std::uint64_t rest = e[3];
  const ProofKey k{{e[0], e[1]}, Empties::number(rest), Left::number(rest), Beta::number(rest)};
  store(k, entry_of(e));
}

void ProofTable::store(const ProofKey& k, const ProofRecord& entry) {
  Word* victim = nullptr;
  Word* w = bucket(k);
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max(), work = entry.work;
  for (int i = 0; i < ways; ++i, w += 4) {
    const std::uint64_t rest = w[0].load(relaxed);
    if ((rest & tag_bits) == tag_of(k) && matches(plain(w), k)) {
      victim = w;
      work += work_of(rest);
      break;
    }
    const std::uint64_t worth = rest == 0 ? 0 : work_of(rest) + std::uint64_t{1};
    if (worth < least) {
      least = worth;
      victim = w;
    }
  }
  work = std::min<std::uint64_t>(work, std::numeric_limits<std::uint32_t>::max());
  const ProofNumbers& now = entry.numbers;
  const std::uint64_t n = now.settled() ? entry.zone : now.proof | static_cast<std::uint64_t>(now.disproof) << 32;
  const Rest settled = Proven::put(now.proven()) | Disproven::put(now.disproven());
  const Rest r = tag_of(k) | settled | Move::put(entry.move + 1) | Work::put(work);
  const Key key = k.position ^ scramble(n, r);
  victim[0].store(r, relaxed);
  victim[1].store(key.a, relaxed);
  victim[2].store(key.b, relaxed);
  victim[3].store(n, relaxed);
}

}  // namespace kinrow
