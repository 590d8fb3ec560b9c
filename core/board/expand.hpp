// Expands bit sets to one byte per member and packs them again; finds the n-th member of a set. Uses vector and
// bit-manipulation instructions if the build has them. Nothing branches on the bits: they are close to random, and
// mispredicted branches would cost more than all the other work.
#pragma once
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "board/bits.hpp"

namespace kinrow {

inline constexpr std::uint64_t each_byte = 0x0101010101010101ULL;

// Expands eight bits to bytes 0 or 1: copies them into every byte, keeps one bit per byte, and turns any bit that is
// left into 1.
inline std::uint64_t eight_bytes(std::uint64_t bits) {
  const std::uint64_t eight = (bits & 0xff) * each_byte & 0x8040201008040201ULL;
  return (eight + 0x7f * each_byte) >> 7 & each_byte;
}

#if defined(__AVX2__)
// Expands 32 bits: copies into each byte the one that holds its bit, then tests that bit.
inline __m256i thirty_two_bytes(std::uint64_t bits) {
  const __m256i byte = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
  const __m256i bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201ULL));
  const __m256i copies = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(bits)), byte);
  return _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_and_si256(copies, bit), bit), _mm256_set1_epi8(1));
}
#endif

// Writes the low n bits of `bits` to `out`, each as a byte 0 or 1; n is at most 64.
inline void expand(std::uint64_t bits, int n, std::uint8_t* out) {
  assert(0 <= n && n <= 64);
#if defined(__AVX512BW__)
  _mm512_mask_storeu_epi8(out, n == 64 ? ~0ULL : (1ULL << n) - 1, _mm512_maskz_set1_epi8(bits, 1));
#else
  int done = 0;
#if defined(__AVX2__)
  for (; done + 32 <= n; done += 32, bits >>= 32)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + done), thirty_two_bytes(bits));
#endif
  for (; done + 8 <= n; done += 8, bits >>= 8) {
    const std::uint64_t eight = eight_bytes(bits);
    std::memcpy(out + done, &eight, 8);
  }
  for (; done < n; ++done, bits >>= 1) out[done] = bits & 1;
#endif
}

// The same, writing whole registers: less work, but up to `spill` bytes from `out` on may be overwritten.
inline constexpr int spill = 64;
inline void expand_spilling(std::uint64_t bits, int n, std::uint8_t* out) {
  assert(0 <= n && n <= 64);
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  if (n > 32) return _mm512_storeu_si512(out, _mm512_maskz_set1_epi8(bits, 1));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_maskz_set1_epi8(static_cast<__mmask32>(bits), 1));
#elif defined(__AVX2__)
  for (int done = 0; done < n; done += 32, bits >>= 32)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + done), thirty_two_bytes(bits));
#else
  for (int done = 0; done < n; done += 8, bits >>= 8) {
    const std::uint64_t eight = eight_bytes(bits);
    std::memcpy(out + done, &eight, 8);
  }
#endif
}

// Spills only if what it overwrites stays before `end`.
inline void expand_before(const std::uint8_t* end, std::uint64_t bits, int n, std::uint8_t* out) {
  if (end - out >= spill)
    expand_spilling(bits, n, out);
  else
    expand(bits, n, out);
}

// The same for a set of n cells. Of 64 and more, only whole registers are written; the last one overlaps the one
// before.
template <int W>
[[gnu::always_inline]] inline void expand(const Bits<W>& b, int n, std::uint8_t* out) {
  if (n < 64) return expand(b.word[0], n, out);
  for (int i = 0; i < W; ++i)
    if (64 * (i + 1) < n) expand_spilling(b.word[i], 64, out + 64 * i);
  const int from = n - 64, word = from / 64, shift = from % 64;
  const std::uint64_t next = word + 1 < W ? b.word[word + 1] : 0;
  expand_spilling(b.word[word] >> shift | next << 1 << (63 - shift), 64, out + from);
}

// Packs two times eight bytes, each 0 or 1, into 16 bits.
inline std::uint32_t bits_of_eights(const std::uint8_t* low, const std::uint8_t* high) {
#if defined(__SSE2__)
  const auto load = [](const std::uint8_t* bytes) { return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes)); };
  const __m128i both = _mm_unpacklo_epi64(load(low), load(high));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_slli_epi16(both, 7)));
#else
  const auto bits = [](const std::uint8_t* bytes) {  // byte k is shifted to bit 56 + k
    std::uint64_t eight;
    std::memcpy(&eight, bytes, 8);
    return static_cast<std::uint32_t>(eight * 0x0102040810204080ULL >> 56);
  };
  return bits(low) | bits(high) << 8;
#endif
}

// Packs the first n bytes, each 0 or 1, into bits; n is at most 16.
template <int n>
std::uint32_t bits_of(const std::uint8_t* bytes) {
  static_assert(n <= 16);
  if constexpr (n >= 8) {
    const std::uint32_t both = bits_of_eights(bytes, bytes + n - 8);
    return (both & 0xff) | both >> 8 << (n - 8);
  } else {
    std::uint32_t bits = 0;
    for (int i = 0; i < n; ++i) bits |= static_cast<std::uint32_t>(bytes[i]) << i;
    return bits;
  }
}

// How many of the eight bytes, each less than 128, are at most n.
inline int bytes_up_to(std::uint64_t bytes, int n) {
  const std::uint64_t up_to =
      ((static_cast<std::uint64_t>(n) * each_byte | 0x80 * each_byte) - bytes) & 0x80 * each_byte;
  return static_cast<int>((up_to >> 7) * each_byte >> 56);
}

// The n-th lowest member, counted from 0. The set must have more than n members.
inline int nth_member(std::uint64_t bits, int n) {
  assert(0 <= n && n < std::popcount(bits));
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(1ULL << n, bits));
#else
  // Byte i of `sums` counts the members in bytes 0 to i (Vigna 2008).
  std::uint64_t sums = bits - (bits >> 1 & 0x5555555555555555ULL);
  sums = (sums & 0x3333333333333333ULL) + (sums >> 2 & 0x3333333333333333ULL);
  sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * each_byte;
  const int byte = 8 * bytes_up_to(sums, n), before = static_cast<int>(sums << 8 >> byte & 0xff);
  return byte + bytes_up_to(eight_bytes(bits >> byte) * each_byte, n - before);
#endif
}

template <int W>
int nth_member(const Bits<W>& b, int n) {
  int word = 0, before = 0;
  for (int i = 0, sum = 0; i + 1 < W; ++i) {
    sum += std::popcount(b.word[i]);
    const bool above = n >= sum;
    word += above;
    before = above ? sum : before;
  }
  return 64 * word + nth_member(b.word[word], n - before);
}

}  // namespace kinrow
