// LineWords: every row, column and diagonal of a board as a word of bits, so that a new stone changes four words.
//
// log2(k) shifts show whether a word has a run of k, wherever it is. The words of one side are consecutive: rows,
// columns, falling diagonals, rising diagonals. A board of up to 64 cells is itself one word, and is shifted as a whole
// (play/lanes.hpp).
#pragma once
#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
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
    assert(size_ <= most_words && k_ <= 32);
    const int diagonals = r.rows + r.cols - 1;
    for (int row = 0; row < r.rows; ++row)
      for (int col = 0; col < r.cols; ++col) {
        const auto at = [](int i) { return static_cast<std::uint8_t>(i); };
        const int first = r.rows + r.cols;
        cells_.push_back(
            {{at(row), at(r.rows + col), at(first + col - row + r.rows - 1), at(first + diagonals + row + col)},
             {at(col), at(row), at(std::min(row, col)), at(row - std::max(0, row + col - r.cols + 1))}});
      }
    for (int have = 1, i = 0; have < k_; have += shifts_[i++]) shifts_[i] = std::min(have, k_ - have);
  }
  int size() const { return size_; }  // words per side
  const CellWords& of(int cell) const { return cells_[cell]; }

  // Whether a word has a line: k in a row or, in exact games, a run of exactly k.
  bool line(std::uint32_t word) const { return line(Four{word}); }
  // Adds a stone to the words of its side; returns whether it completes a line.
  template <class Word>
  bool put(Word* words, int cell) const {
    const CellWords& c = cells_[cell];
    Four four;
    for (int d = 0; d < 4; ++d) {
      Word& w = words[c.word[d]];
      w = static_cast<Word>(w | 1U << c.bit[d]);
      four[d] = w;
    }
    return line(four);
  }
  template <class Word>
  void take(Word* words, int cell) const {
    const CellWords& c = cells_[cell];
    for (int d = 0; d < 4; ++d) words[c.word[d]] = static_cast<Word>(words[c.word[d]] & ~(1U << c.bit[d]));
  }

 private:
  typedef std::uint32_t Four __attribute__((vector_size(16)));  // four words side by side

  // The same for four words at once.
  bool line(const Four& words) const {
    Four runs = words;
    for (int i = 0; i < 3; ++i) runs &= runs >> shifts_[i];
    if (k_ > 8)  // else three shifts are enough
      for (int i = 3; i < 5; ++i) runs &= runs >> shifts_[i];
    if (exact_) runs &= ~(words << 1) & ~(words >> k_);
    std::array<std::uint64_t, 2> all;
    std::memcpy(&all, &runs, sizeof all);
    return (all[0] | all[1]) != 0;
  }

  int k_;
  bool exact_;
  int size_;
  std::vector<CellWords> cells_;
  std::array<int, 5> shifts_{};  // by 0, a shift changes nothing
};

}  // namespace kinrow
