#include "prove/pn_table.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <new>

namespace kinrow {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

// From the lowest bit: 9 empties, 9 left, 9 move + 1, 1 beta, a bit that tells an entry from an empty slot, at 32 work.
constexpr std::uint64_t name_bits = 0x1803ffffULL;

std::uint64_t name_of(const Question& q) {
  return static_cast<std::uint64_t>(q.empties) | static_cast<std::uint64_t>(q.left) << 9 |
         static_cast<std::uint64_t>(q.beta) << 27 | 1ULL << 28;
}
int move_of(std::uint64_t rest) { return static_cast<int>(rest >> 18 & 511) - 1; }
std::uint32_t work_of(std::uint64_t rest) { return static_cast<std::uint32_t>(rest >> 32); }

}  // namespace

PnTable::PnTable(std::uint64_t bytes) : buckets_(std::max(bytes / (ways * sizeof(Slot)), std::uint64_t{1})) {
  void* p = mmap(nullptr, this->bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<Slot*>(p);
}

PnTable::~PnTable() { munmap(memory_, bytes()); }

PnTable::Slot* PnTable::bucket(const Question& q) const {
  const std::uint64_t h = mix(q.key.a ^ mix(q.key.b + name_of(q)));
  __extension__ using Wide = unsigned __int128;
  return memory_ + static_cast<std::uint64_t>(static_cast<Wide>(h) * buckets_ >> 64) * ways;
}

PnTable::Plain PnTable::read(const Slot& slot) const {
  const std::uint64_t n = slot.numbers.load(relaxed), r = slot.rest.load(relaxed);
  if (r == 0) return {0, 0, 0, 0};
  const std::uint64_t s = mix(n + r * 0x9e3779b97f4a7c15ULL);
  return {slot.a.load(relaxed) ^ s, slot.b.load(relaxed) ^ (s * 3), n, r};
}

bool PnTable::probe(const Question& q, PnEntry& out) const {
  const Slot* slot = bucket(q);
  for (int i = 0; i < ways; ++i) {
    const Plain p = read(slot[i]);
    if ((p.rest & name_bits) != name_of(q) || p.a != q.key.a || p.b != q.key.b) continue;
    out.numbers = {static_cast<std::uint32_t>(p.numbers), static_cast<std::uint32_t>(p.numbers >> 32)};
    out.move = move_of(p.rest);
    out.work = work_of(p.rest);
    return true;
  }
  return false;
}

std::vector<SavedEntry> PnTable::saved() const {
  return heaviest([&](const auto& use) {
    for (std::uint64_t i = 0; i < buckets_ * ways; ++i)
      if (const Plain p = read(memory_[i]); p.rest != 0)
        use(SavedEntry{p.a, p.b, p.numbers, p.rest}, std::bit_width(work_of(p.rest)));
  });
}

void PnTable::restore(const std::vector<SavedEntry>& entries) {
  for (const auto& [a, b, numbers, rest] : entries) {
    const Question q{
        {a, b}, static_cast<int>(rest & 511), static_cast<int>(rest >> 9 & 511), static_cast<int>(rest >> 27 & 1)};
    store(q, {{static_cast<std::uint32_t>(numbers), static_cast<std::uint32_t>(numbers >> 32)},
              move_of(rest),
              work_of(rest)});
  }
}

void PnTable::store(const Question& q, const PnEntry& entry) {
  Slot* slot = bucket(q);
  Slot* victim = nullptr;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max(), work = entry.work;
  for (int i = 0; i < ways; ++i) {
    const Plain p = read(slot[i]);
    if ((p.rest & name_bits) == name_of(q) && p.a == q.key.a && p.b == q.key.b) {
      victim = slot + i;
      work += work_of(p.rest);
      break;
    }
    const std::uint64_t worth = p.rest == 0 ? 0 : work_of(p.rest) + std::uint64_t{1};
    if (worth < least) {
      least = worth;
      victim = slot + i;
    }
  }
  work = std::min<std::uint64_t>(work, std::numeric_limits<std::uint32_t>::max());
  const std::uint64_t n = entry.numbers.phi | static_cast<std::uint64_t>(entry.numbers.delta) << 32;
  const std::uint64_t r = name_of(q) | static_cast<std::uint64_t>(entry.move + 1) << 18 | work << 32;
  const std::uint64_t s = mix(n + r * 0x9e3779b97f4a7c15ULL);
  victim->numbers.store(n, relaxed);
  victim->rest.store(r, relaxed);
  victim->a.store(q.key.a ^ s, relaxed);
  victim->b.store(q.key.b ^ (s * 3), relaxed);
}

}  // namespace kinrow
