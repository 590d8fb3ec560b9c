// BitField: an unsigned number that shares a word with others. The fields of a word are declared one after another,
// each from the end of the one before.
#pragma once
#include <cassert>
#include <cstdint>

namespace kinrow {

template <class Word, int first, int width>
struct BitField {
  static constexpr Word largest = static_cast<Word>((std::uint64_t{1} << width) - 1);
  static constexpr Word mask = largest << first;
  static constexpr int bits = width, end = first + width;

  template <class Number>
  static constexpr Word put(Number n) {
    assert(0 <= static_cast<std::int64_t>(n) && static_cast<std::uint64_t>(n) <= largest);
    return static_cast<Word>(n) << first;
  }
  static constexpr Word get(Word word) { return word >> first & largest; }
  static constexpr int number(Word word) { return static_cast<int>(get(word)); }
};

// Enough for the number of any cell, for a number of cells, and for -1 stored as 0.
inline constexpr int cell_width = 9;

}  // namespace kinrow
