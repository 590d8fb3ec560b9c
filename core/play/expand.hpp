// Bit sets expanded to one byte per member, and the n-th member of a set; with a few instructions if the processor has
// them.
#pragma once
#include <cassert>
#include <cstdint>
#include <cstring>
#if defined(__AVX2__) || defined(__BMI2__)
#include <immintrin.h>
#endif

#include "board/bits.hpp"

namespace kinrow {

// The low n bits of `bits`, each as a byte 0 or 1; n at most 64.
inline void expand(std::uint64_t bits, int n, std::uint8_t* out) {
#if defined(__AVX512BW__)
  _mm512_mask_storeu_epi8(out, n == 64 ? ~0ULL : (1ULL << n) - 1, _mm512_maskz_set1_epi8(bits, 1));
#else
  int done = 0;
#if defined(__AVX2__)
  const __m256i byte = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
  const __m256i bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201ULL));
  for (; done + 32 <= n; done += 32, bits >>= 32) {  // the byte that holds the bit; is it there?
    const __m256i copies = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(bits)), byte);
    const __m256i found = _mm256_cmpeq_epi8(_mm256_and_si256(copies, bit), bit);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + done), _mm256_and_si256(found, _mm256_set1_epi8(1)));
  }
#endif
  for (; done + 8 <= n; done += 8, bits >>= 8) {  // eight copies; keep one bit of each; any bit becomes 1
    std::uint64_t eight = (bits & 0xff) * 0x0101010101010101ULL & 0x8040201008040201ULL;
    eight = (eight + 0x7f7f7f7f7f7f7f7fULL) >> 7 & 0x0101010101010101ULL;
    std::memcpy(out + done, &eight, 8);
  }
  for (; done < n; ++done, bits >>= 1) out[done] = bits & 1;
#endif
}

template <int W>
void expand(const Bits<W>& b, int n, std::uint8_t* out) {
  for (int i = 0; i < W && n > 64 * i; ++i) expand(b.word[i], n - 64 * i < 64 ? n - 64 * i : 64, out + 64 * i);
}

// The n-th lowest member, counted from 0. The set must have more than n members.
inline int nth_member(std::uint64_t bits, int n) {
  assert(0 <= n && n < std::popcount(bits));
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(1ULL << n, bits));
#else
  for (; n > 0; --n) bits &= bits - 1;
  return std::countr_zero(bits);
#endif
}

template <int W>
int nth_member(const Bits<W>& b, int n) {
  int i = 0;
  for (int here = std::popcount(b.word[0]); i + 1 < W && n >= here; here = std::popcount(b.word[++i])) n -= here;
  return 64 * i + nth_member(b.word[i], n);
}

}  // namespace kinrow
