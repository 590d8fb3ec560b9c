// SplitMix64: a stream of random words that depends only on its seed (Steele, Lea and Flood 2014).
#pragma once
#include <cstdint>

namespace kinrow {

// 2^64 over the golden ratio: odd, with no pattern in its bits.
inline constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15ULL;

class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t state = 0) : state_(state) {}
  // Stream `number` of the independent streams of a seed.
  static SplitMix64 stream(std::uint64_t seed, std::uint64_t number) {
    return SplitMix64(finalize(seed) ^ finalize(~number));
  }
  std::uint64_t state() const { return state_; }
  std::uint64_t next() { return finalize(state_ += golden_ratio); }
  // Uniform among 0, …, n-1, up to one part in 2^32 / n.
  int below(int n) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(n) >> 32); }

 private:
  // The generator's own output function: variant 13 of D. Stafford's improved MurmurHash3 finalizer.
  static std::uint64_t finalize(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

}  // namespace kinrow
