// Hashing: a word mixer, keys of positions, and Zobrist's random words for stones.
#pragma once
#include <cstdint>
#include <vector>

#include "system/random.hpp"

namespace kinrow {

// The multiplier of degski's 64-bit finalizer (2018): odd, and chosen for its avalanche.
inline constexpr std::uint64_t multiplier = 0xd6e8feb86659fd93ULL;

// Adds a word to a running hash.
constexpr std::uint64_t fold(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * multiplier;
  return hash ^ (hash >> 32);
}

// A bijection in which every bit of the result depends on every bit of the word.
constexpr std::uint64_t mix(std::uint64_t word) { return fold(fold(0, word ^ (word >> 32)), 0); }

// The key of a position: 128 bits, which are the stones themselves on small boards, and a hash on larger ones.
struct Key {
  std::uint64_t a = 0, b = 0;
  friend constexpr bool operator==(const Key&, const Key&) = default;
  friend constexpr auto operator<=>(const Key&, const Key&) = default;
  constexpr Key& operator^=(const Key& other) {
    a ^= other.a;
    b ^= other.b;
    return *this;
  }
  friend constexpr Key operator^(Key one, const Key& other) { return one ^= other; }
};

// What hash_of() adds if nothing else belongs to the query: an arbitrary odd number, so that the key 0 has no hash of
// 0.
inline constexpr std::uint64_t nothing_else = 0x632be59bd9b4e019ULL;

// Reduces the key to one word, mixed with whatever else belongs to the query.
constexpr std::uint64_t hash_of(const Key& key, std::uint64_t rest = nothing_else) {
  return mix(key.a ^ mix(key.b + rest));
}

// What a table xors the key of an entry with: words that depend on every bit of the entry's data, so that an entry torn
// by two threads reads as a miss (Hyatt and Mann 2002; here the data are mixed first, because their own bits are too
// regular to xor). The second word is an odd multiple of the first, so that no change of the data changes the same bits
// of both.
constexpr Key scramble(std::uint64_t data, std::uint64_t rest = 1) {
  const std::uint64_t word = mix(data + rest * golden_ratio);
  return {word, 3 * word};
}

// A random word for each stone, the same in every run. The hash of a position is the xor of its stones' words, so one
// operation adds or removes a stone (Zobrist 1970). Words have 64 bits, or are Keys.
template <class Word>
class Zobrist {
 public:
  explicit Zobrist(int cells, std::uint64_t seed = 0) : cells_(cells) {
    SplitMix64 random(seed);
    for (int i = 0; i < 2 * cells; ++i) words_.push_back(next(random, Word{}));
  }
  const Word& operator()(int side, int cell) const { return words_[side * cells_ + cell]; }
  // The xor of the words of all stones of one side.
  template <class Cells>
  Word operator()(int side, const Cells& cells) const
    requires requires { cells.any(); }
  {
    Word sum{};
    cells.each([&](int cell) { sum ^= (*this)(side, cell); });
    return sum;
  }

 private:
  static std::uint64_t next(SplitMix64& random, std::uint64_t) { return random.next(); }
  static Key next(SplitMix64& random, const Key&) {
    const std::uint64_t a = random.next();
    return {a, random.next()};
  }

  int cells_;
  std::vector<Word> words_;
};

}  // namespace kinrow
