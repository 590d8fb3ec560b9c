// ThreatCache: what searches for wins by threats have found, by position; fixed size, lock-free, shared by threads.
//
// A position's key covers its stones and the side to move, so one table serves both sides. A failure is kept with the
// budget that it had: a search with a larger one tries again. An entry is one word, with 50 bits of the key; its place
// in a table of 2^14 slots or more says the others.
#pragma once
#include <atomic>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <vector>

namespace kinrow {

class ThreatCache {
 public:
  enum class Outcome { unknown, won, failed };  // failed: no win exists, or none within the budget
  struct Found {
    Outcome outcome;
    int cell;  // that wins
  };

  explicit ThreatCache(int log2_slots) : slots_(std::size_t{1} << log2_slots) {}
  void clear() {
    for (auto& slot : slots_) slot.store(0, std::memory_order_relaxed);
  }
  // `budget`: the stones that the search may try.
  Found probe(std::uint64_t key, int budget) const {
    const std::uint64_t word = slots_[index(key)].load(std::memory_order_relaxed);
    if (word == 0 || (word ^ key) >> kept_bits != 0) return {Outcome::unknown, -1};
    if (const int cell = static_cast<int>(word & cell_mask) - 1; cell >= 0) return {Outcome::won, cell};
    const auto effort = word >> cell_bits & whole;
    return {effort >= effort_of(budget) ? Outcome::failed : Outcome::unknown, -1};
  }
  bool hopeless(std::uint64_t key) const {  // known to fail with any budget
    return probe(key, std::numeric_limits<int>::max()).outcome == Outcome::failed;
  }
  void won(std::uint64_t key, int cell) {
    assert(0 <= cell && cell < static_cast<int>(cell_mask));
    store(key, whole << cell_bits | static_cast<std::uint64_t>(cell + 1));
  }
  void failed(std::uint64_t key) { store(key, whole << cell_bits); }  // all of it was searched
  void gave_up(std::uint64_t key, int budget) { store(key, effort_of(budget) << cell_bits); }

 private:
  static constexpr int cell_bits = 9, kept_bits = 14;  // cell + 1, and five bits of effort above it
  static constexpr std::uint64_t cell_mask = (1 << cell_bits) - 1, whole = 31;

  // Budgets are compared by their binary logarithms.
  static std::uint64_t effort_of(int budget) {
    return budget > 0 ? static_cast<std::uint64_t>(std::bit_width(static_cast<unsigned>(budget))) : 1;
  }
  std::size_t index(std::uint64_t key) const { return key & (slots_.size() - 1); }
  void store(std::uint64_t key, std::uint64_t what) {
    slots_[index(key)].store((key >> kept_bits << kept_bits) | what, std::memory_order_relaxed);
  }

  std::vector<std::atomic<std::uint64_t>> slots_;
};

}  // namespace kinrow
