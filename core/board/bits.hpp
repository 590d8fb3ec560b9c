// Bits<W>: a set of small integers below 64*W: cells or lines. Most of the core works on such sets.
// W is known to the compiler, so that a set is W registers and its loops have no branches.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace kinrow {

template <int W>
struct Bits {
  std::array<std::uint64_t, W> word{};

  static constexpr Bits first(int n) {  // {0, …, n-1}
    Bits b;
    for (int i = 0; i < W; ++i) b.word[i] = n >= 64 * (i + 1) ? ~0ULL : n > 64 * i ? (1ULL << (n - 64 * i)) - 1 : 0;
    return b;
  }
  static constexpr Bits one(int i) {
    Bits b;
    b.set(i);
    return b;
  }
  constexpr void set(int i) {
    assert(fits(i));
    word[i >> 6] |= 1ULL << (i & 63);
  }
  constexpr void reset(int i) {
    assert(fits(i));
    word[i >> 6] &= ~(1ULL << (i & 63));
  }
  constexpr bool test(int i) const {
    assert(fits(i));
    return word[i >> 6] >> (i & 63) & 1;
  }
  static constexpr bool fits(int i) { return 0 <= i && i < 64 * W; }
  constexpr bool any() const {
    std::uint64_t all = 0;
    for (auto w : word) all |= w;
    return all != 0;
  }
  constexpr bool none() const { return !any(); }
  constexpr int count() const {
    int n = 0;
    for (auto w : word) n += std::popcount(w);
    return n;
  }
  constexpr int lowest() const {  // the set must not be empty
    assert(any());
    int i = 0;
    while (i < W - 1 && word[i] == 0) ++i;
    return 64 * i + std::countr_zero(word[i]);
  }
  constexpr int pop() {  // removes the lowest member; the set must not be empty
    assert(any());
    int i = 0;
    while (i < W - 1 && word[i] == 0) ++i;
    const int at = 64 * i + std::countr_zero(word[i]);
    word[i] &= word[i] - 1;
    return at;
  }
  // Calls use(member) for each member, lowest first. Faster than pop(), which looks at all words again.
  template <class Use>
  constexpr void each(const Use& use) const {
    for (int i = 0; i < W; ++i)
      for (std::uint64_t rest = word[i]; rest != 0; rest &= rest - 1) use(64 * i + std::countr_zero(rest));
  }
  constexpr bool holds(const Bits& b) const {  // whether b is a subset
    for (int i = 0; i < W; ++i)
      if (b.word[i] & ~word[i]) return false;
    return true;
  }
  constexpr bool meets(const Bits& b) const {
    std::uint64_t all = 0;
    for (int i = 0; i < W; ++i) all |= word[i] & b.word[i];
    return all != 0;
  }
  constexpr Bits& operator|=(const Bits& b) {
    for (int i = 0; i < W; ++i) word[i] |= b.word[i];
    return *this;
  }
  constexpr Bits& operator&=(const Bits& b) {
    for (int i = 0; i < W; ++i) word[i] &= b.word[i];
    return *this;
  }
  constexpr Bits& operator^=(const Bits& b) {
    for (int i = 0; i < W; ++i) word[i] ^= b.word[i];
    return *this;
  }
  constexpr Bits& operator-=(const Bits& b) {
    for (int i = 0; i < W; ++i) word[i] &= ~b.word[i];
    return *this;
  }
  friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
  friend constexpr Bits operator^(Bits a, const Bits& b) { return a ^= b; }
  friend constexpr Bits operator-(Bits a, const Bits& b) { return a -= b; }
  friend constexpr bool operator==(const Bits&, const Bits&) = default;
  friend constexpr auto operator<=>(const Bits&, const Bits&) = default;
};

// The same set in another size; members beyond that size are dropped.
template <class To, int W>
constexpr To resized(const Bits<W>& from) {
  To to;
  for (std::size_t i = 0; i < std::min(to.word.size(), from.word.size()); ++i) to.word[i] = from.word[i];
  return to;
}

}  // namespace kinrow
