#include "dfpn/proof_table.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

#include "system/hashing.hpp"

namespace kinrow {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

// The first word of a slot, from the lowest bit: 9 bits of empties, 9 of left, 9 of move + 1, one of beta, one that is
// set in every entry, one each for proven and disproven (if either is set, the last word is the zone instead of the
// numbers); from bit 32, work.
constexpr std::uint64_t tag_bits = 0x1803ffffULL, proven_bit = 1ULL << 29, disproven_bit = 1ULL << 30;

std::uint64_t tag_of(const ProofKey& k) {
  assert(0 <= k.empties && k.empties < 512 && 0 <= k.left && k.left < 512 && (k.beta == 0 || k.beta == 1));
  return static_cast<std::uint64_t>(k.empties) | static_cast<std::uint64_t>(k.left) << 9 |
         static_cast<std::uint64_t>(k.beta) << 27 | 1ULL << 28;
}
int move_of(std::uint64_t rest) { return static_cast<int>(rest >> 18 & 511) - 1; }
std::uint32_t work_of(std::uint64_t rest) { return static_cast<std::uint32_t>(rest >> 32); }

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
  ProofRecord entry{{}, move_of(rest), work_of(rest), 0};
  if (rest & (proven_bit | disproven_bit)) {
    entry.numbers = rest & proven_bit ? ProofNumbers::yes() : ProofNumbers::no();
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
  const ProofKey k{
      {e[0], e[1]}, static_cast<int>(rest & 511), static_cast<int>(rest >> 9 & 511), static_cast<int>(rest >> 27 & 1)};
  store(k, entry_of(e));
}

void ProofTable::store(const ProofKey& k, const ProofRecord& entry) {
  assert(-1 <= entry.move && entry.move < 511);
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
  const std::uint64_t settled = now.proven() ? proven_bit : now.disproven() ? disproven_bit : 0;
  const std::uint64_t r = tag_of(k) | settled | static_cast<std::uint64_t>(entry.move + 1) << 18 | work << 32;
  const Key key = k.position ^ scramble(n, r);
  victim[0].store(r, relaxed);
  victim[1].store(key.a, relaxed);
  victim[2].store(key.b, relaxed);
  victim[3].store(n, relaxed);
}

}  // namespace kinrow
