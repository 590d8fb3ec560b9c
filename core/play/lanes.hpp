// Lanes<Word>: small boards side by side in one vector register, one board of up to 32 or 64 cells per lane; and the
// lines on them, found all at once by shifting the boards against themselves in four directions.
#pragma once
#include <algorithm>
#include <array>
#include <cstring>

#include "board/lines.hpp"
#include "game/rules.hpp"

namespace kinrow {

#if defined(__AVX512BW__)
inline constexpr int register_bytes = 64;
#elif defined(__AVX2__)
inline constexpr int register_bytes = 32;
#else
inline constexpr int register_bytes = 16;
#endif

template <class Word>
struct LanesOf {
  typedef Word type __attribute__((vector_size(register_bytes)));
  static constexpr int count = register_bytes / sizeof(Word);
};
template <class Word>
using Lanes = typename LanesOf<Word>::type;

template <class Word>
Lanes<Word> load(const Word* from) {
  Lanes<Word> all;
  std::memcpy(&all, from, sizeof all);
  return all;
}
template <class Word>
void store(Word* to, const Lanes<Word>& all) {
  std::memcpy(to, &all, sizeof all);
}
// `a` in the lanes whose bits are all set in `mask`, and `b` in those with none.
template <class V>
V pick(const V& mask, const V& a, const V& b) {
  return (mask & a) | (~mask & b);
}

template <class Word>
class LineLanes {
 public:
  using V = Lanes<Word>;

  explicit LineLanes(const Rules& r) : exact_(r.exact) {
    for (int d = 0; d < 4; ++d) set_direction(r, d, line_steps[d][0], line_steps[d][1]);
  }
  // The cells at which a line begins; none in a lane without a line.
  V begins(const V& stones) const {
    V runs[4] = {stones, stones, stones, stones};
    for (int i = 0; i < steps_; ++i)
      for (int d = 0; d < 4; ++d) runs[d] &= runs[d] >> shift_[i][d];
    if (exact_)
      for (int d = 0; d < 4; ++d) runs[d] &= ~(stones << stride_[d] & entered_[d]) & ~(stones >> beyond_[d] & left_[d]);
    V all = runs[0] & starts_[0];
    for (int d = 1; d < 4; ++d) all |= runs[d] & starts_[d];
    return all;
  }
  bool line(Word stones) const {
    const V lines = begins(V{} + stones);
    return lines[0] != 0;
  }

 private:
  void set_direction(const Rules& r, int d, int dr, int dc) {
    const auto on_board = [&r](int row, int col) { return row >= 0 && row < r.rows && col >= 0 && col < r.cols; };
    const int stride = dr * r.cols + dc, length = r.k - 1;
    for (int row = 0; row < r.rows; ++row)
      for (int col = 0; col < r.cols; ++col) {
        const Word here = Word{1} << (row * r.cols + col);
        if (on_board(row + dr * length, col + dc * length)) starts_[d] |= here;
        if (on_board(row - dr, col - dc)) entered_[d] |= here;
        if (on_board(row + dr * r.k, col + dc * r.k)) left_[d] |= here;
      }
    // The result of a shift that leaves the board is never used, but the shift must be shorter than a word.
    const auto within = [](int shift, Word looked_at) { return looked_at == 0 ? Word{0} : static_cast<Word>(shift); };
    steps_ = 0;
    for (int have = 1, more = 0; have < r.k; have += more) {
      more = std::min(have, r.k - have);
      shift_[steps_++][d] = within(stride * more, starts_[d]);
    }
    stride_[d] = within(stride, entered_[d]);
    beyond_[d] = within(stride * r.k, left_[d]);
  }

  bool exact_;
  int steps_ = 0;
  std::array<std::array<Word, 4>, 9> shift_{};  // 2^9 > most_cells
  std::array<Word, 4> stride_{}, beyond_{}, starts_{}, entered_{}, left_{};
};

}  // namespace kinrow
