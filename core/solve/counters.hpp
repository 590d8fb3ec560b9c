// Counters: a small number for each line, packed into words. A stone is one addition; a threshold on all lines is one
// addition and one mask.
#pragma once
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace kinrow {

// NW words of fields of B bits. A field counts up to 2^(B-1) - 1; its top bit is free for comparisons.
template <int B, int NW>
struct Counters {
  static constexpr int per_word = 64 / B;
  static constexpr int most_lines = per_word * NW;
  static constexpr int most_count = (1 << (B - 1)) - 1;
  std::array<std::uint64_t, NW> word{};

  static constexpr std::uint64_t every(std::uint64_t value) {  // a word with this value in every field
    return ~0ULL / ((1ULL << B) - 1) * value;
  }
  void set(int line, std::uint64_t value) {
    assert(0 <= line && line < most_lines);
    word[line / per_word] |= value << line % per_word * B;
  }
  int get(int line) const {
    assert(0 <= line && line < most_lines);
    return static_cast<int>(word[line / per_word] >> line % per_word * B & ((1ULL << B) - 1));
  }
  Counters& operator+=(const Counters& c) {
    for (int i = 0; i < NW; ++i) word[i] += c.word[i];
    return *this;
  }
  Counters& operator&=(const Counters& c) {
    for (int i = 0; i < NW; ++i) word[i] &= c.word[i];
    return *this;
  }
  Counters& operator-=(const Counters& c) {  // set difference, of masks
    for (int i = 0; i < NW; ++i) word[i] &= ~c.word[i];
    return *this;
  }
  friend Counters operator+(Counters a, const Counters& b) { return a += b; }
  friend Counters operator&(Counters a, const Counters& b) { return a &= b; }
  friend Counters operator-(Counters a, const Counters& b) { return a -= b; }

  // The top bits of the fields that are at least n.
  Counters at_least(int n) const {
    Counters out;
    if (n > most_count) return out;
    const std::uint64_t lift = every(static_cast<std::uint64_t>((1 << (B - 1)) - (n > 0 ? n : 0)));
    for (int i = 0; i < NW; ++i) out.word[i] = (word[i] + lift) & every(1ULL << (B - 1));
    return out;
  }
  int marks() const {  // the number of top bits set
    int n = 0;
    for (auto w : word) n += std::popcount(w);
    return n;
  }
  // The number of fields that are at least a, plus the number of those that are at least b. Both must be above 0, so
  // that unused fields add nothing.
  int marks_above(int a, int b) const {
    assert(0 < a && a <= most_count && 0 < b && b <= most_count);
    constexpr std::uint64_t top = every(1ULL << (B - 1));
    const std::uint64_t lift_a = top - every(static_cast<std::uint64_t>(a));
    const std::uint64_t lift_b = top - every(static_cast<std::uint64_t>(b));
    int n = 0;
    for (auto w : word) n += std::popcount(((w + lift_a) & top) | ((w + lift_b) & top) >> 1);
    return n;
  }
};

}  // namespace kinrow
