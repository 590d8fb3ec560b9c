// LineWords: every row, column and diagonal of a board as a word of bits, so that a new stone concerns four words.
//
// log2(k) shifts show whether a word has a run of k, wherever it is. The words of one side are consecutive: rows,
// columns, falling diagonals, rising diagonals. A board of up to 64 cells is itself one word, and is shifted as a whole
// (BoardWord).
#pragma once
#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "game/rules.hpp"

namespace kinrow {

struct CellWords {  // the four words that contain a cell, and its bit in each
  std::array<std::uint8_t, 4> word;
  std::array<std::uint8_t, 4> bit;
};

class LineWords {
 public:
  static constexpr int most_words = 133;  // of a side: 29 rows and 16 columns have the most

  explicit LineWords(const Rules& r) : k_(r.k), exact_(r.exact), size_(3 * (r.rows + r.cols) - 2) {
    assert(size_ <= most_words);
    const int diagonals = r.rows + r.cols - 1;
    for (int row = 0; row < r.rows; ++row)
      for (int col = 0; col < r.cols; ++col) {
        const auto at = [](int i) { return static_cast<std::uint8_t>(i); };
        const int first = r.rows + r.cols;
        cells_.push_back(
            {{at(row), at(r.rows + col), at(first + col - row + r.rows - 1), at(first + diagonals + row + col)},
             {at(col), at(row), at(std::min(row, col)), at(row - std::max(0, row + col - r.cols + 1))}});
      }
    for (int have = 1; have < k_; have += shifts_.back()) shifts_.push_back(std::min(have, k_ - have));
  }
  int size() const { return size_; }  // words per side
  const CellWords& of(int cell) const { return cells_[cell]; }

  // Whether a word has a line: k in a row or, in exact games, a run of exactly k.
  bool line(std::uint32_t word) const {
    std::uint32_t runs = word;
    for (const int s : shifts_) runs &= runs >> s;
    if (exact_) runs &= ~(word << 1) & ~(word >> k_);
    return runs != 0;
  }
  // Adds a stone to the words of its side; returns whether it completes a line.
  template <class Word>
  bool put(Word* words, int cell) const {
    const CellWords& c = cells_[cell];
    bool made = false;
    for (int d = 0; d < 4; ++d) {
      Word& w = words[c.word[d]];
      w = static_cast<Word>(w | 1U << c.bit[d]);
      made |= line(w);
    }
    return made;
  }
  template <class Word>
  void take(Word* words, int cell) const {
    const CellWords& c = cells_[cell];
    for (int d = 0; d < 4; ++d) words[c.word[d]] = static_cast<Word>(words[c.word[d]] & ~(1U << c.bit[d]));
  }

 private:
  int k_;
  bool exact_;
  int size_;
  std::vector<CellWords> cells_;
  std::vector<int> shifts_;
};

// Lines on a board of up to 64 cells, found all at once by shifting the board against itself in four directions.
class BoardWord {
 public:
  explicit BoardWord(const Rules& r) : exact_(r.exact) {
    const int strides[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int d = 0; d < 4; ++d) set_direction(r, d, strides[d][0], strides[d][1]);
  }
  bool line(std::uint64_t stones) const {
    std::uint64_t runs[4] = {stones, stones, stones, stones};
    for (int i = 0; i < steps_; ++i)
      for (int d = 0; d < 4; ++d) runs[d] &= runs[d] >> shift_[i][d];
    if (exact_)
      for (int d = 0; d < 4; ++d) runs[d] &= ~(stones << stride_[d] & entered_[d]) & ~(stones >> beyond_[d] & left_[d]);
    std::uint64_t all = 0;
    for (int d = 0; d < 4; ++d) all |= runs[d] & starts_[d];
    return all != 0;
  }

 private:
  void set_direction(const Rules& r, int d, int dr, int dc) {
    const auto on_board = [&r](int row, int col) { return row >= 0 && row < r.rows && col >= 0 && col < r.cols; };
    const int stride = dr * r.cols + dc, length = r.k - 1;
    for (int row = 0; row < r.rows; ++row)
      for (int col = 0; col < r.cols; ++col) {
        const std::uint64_t here = 1ULL << (row * r.cols + col);
        if (on_board(row + dr * length, col + dc * length)) starts_[d] |= here;
        if (on_board(row - dr, col - dc)) entered_[d] |= here;
        if (on_board(row + dr * r.k, col + dc * r.k)) left_[d] |= here;
      }
    steps_ = 0;
    for (int have = 1, more = 0; have < r.k; have += more) {
      more = std::min(have, r.k - have);
      shift_[steps_++][d] =
          static_cast<unsigned>(stride * more) & 63;  // wraps around only at cells where no line starts
    }
    stride_[d] = static_cast<unsigned>(stride) & 63;
    beyond_[d] = static_cast<unsigned>(stride * r.k) & 63;
  }

  bool exact_;
  int steps_ = 0;
  std::array<std::array<std::uint64_t, 4>, 5> shift_{};
  std::array<std::uint64_t, 4> stride_{}, beyond_{}, starts_{}, entered_{}, left_{};
};

}  // namespace kinrow
