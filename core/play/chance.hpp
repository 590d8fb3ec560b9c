// Chance: streams of random numbers, each a function of its seed alone (splitmix64, Steele, Lea and Flood 2014).
#pragma once
#include <cstdint>

namespace kinrow {

class Chance {
 public:
  explicit Chance(std::uint64_t seed = 0, std::uint64_t stream = 0) : state_(mix(seed) ^ mix(~stream)) {}
  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15ULL); }
  // 0 … n-1, even to one part in 2^32 / n.
  int below(int n) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(n) >> 32); }

 private:
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

}  // namespace kinrow
