#include "board/symmetry.hpp"

#include <algorithm>
#include <set>

namespace kinrow {
namespace {

class Automorphisms {
 public:
  Automorphisms(int cells, const std::vector<Line>& lines, int most)
      : n_(cells), most_(most), pairs_(static_cast<std::size_t>(cells) * cells), image_(cells, -1), used_(cells) {
    for (const Line& line : lines) {
      std::vector<int> sorted = line.cells;
      std::sort(sorted.begin(), sorted.end());
      sets_.insert(sorted);
      for (int a : line.cells)
        for (int b : line.cells) ++pairs_[a * n_ + b];
    }
  }
  bool find(std::vector<Permutation>& out) {
    extend(0);
    out = found_;
    return !overflow_;
  }

 private:
  static constexpr int most_steps = 20'000;  // takes a few milliseconds

  bool fits(int cell, int image) const {
    if (used_[image] || pairs_[cell * n_ + cell] != pairs_[image * n_ + image]) return false;
    for (int b = 0; b < cell; ++b)
      if (pairs_[cell * n_ + b] != pairs_[image * n_ + image_[b]]) return false;
    return true;
  }
  bool maps_lines() const {
    return std::all_of(sets_.begin(), sets_.end(), [&](const std::vector<int>& line) {
      std::vector<int> mapped;
      for (int c : line) mapped.push_back(image_[c]);
      std::sort(mapped.begin(), mapped.end());
      return sets_.count(mapped) != 0;
    });
  }
  void extend(int cell) {
    if (overflow_ || ++steps_ > most_steps) {
      overflow_ = true;
      return;
    }
    if (cell == n_) {
      if (maps_lines()) found_.push_back(image_);
      overflow_ = static_cast<int>(found_.size()) > most_;
      return;
    }
    for (int i = 0; i < n_ && !overflow_; ++i)
      if (fits(cell, i)) {
        image_[cell] = i;
        used_[i] = 1;
        extend(cell + 1);
        used_[i] = 0;
      }
  }

  int n_, most_, steps_ = 0;
  bool overflow_ = false;
  std::vector<int> pairs_;
  std::set<std::vector<int>> sets_;
  Permutation image_;
  std::vector<char> used_;
  std::vector<Permutation> found_;
};

}  // namespace

Permutation board_symmetry(int rows, int cols, int number) {
  Permutation image(static_cast<std::size_t>(rows) * cols);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < cols; ++c) {
      int a = number & 1 ? rows - 1 - r : r, b = number & 2 ? cols - 1 - c : c;
      if (number & 4) std::swap(a, b);
      image[r * cols + c] = a * cols + b;
    }
  return image;
}

std::vector<Permutation> board_symmetries(int rows, int cols, bool exchange) {
  std::vector<Permutation> all;
  for (int number = 0; number < (exchange && rows == cols ? 8 : 4); ++number) {
    Permutation p = board_symmetry(rows, cols, number);
    if (std::find(all.begin(), all.end(), p) == all.end()) all.push_back(std::move(p));
  }
  return all;
}

std::vector<int> symmetries_of_lines(int rows, int cols, const std::vector<Line>& lines) {
  std::set<std::vector<int>> sets;
  const auto image_of = [](std::vector<int> cells, const Permutation& p) {
    for (int& cell : cells) cell = p[cell];
    std::sort(cells.begin(), cells.end());
    return cells;
  };
  const Permutation same = board_symmetry(rows, cols, 0);
  for (const Line& line : lines) sets.insert(image_of(line.cells, same));
  std::vector<int> numbers;
  for (int number = 0; number < (rows == cols ? 8 : 4); ++number) {
    const Permutation p = board_symmetry(rows, cols, number);
    if (std::all_of(lines.begin(), lines.end(), [&](const Line& l) { return sets.contains(image_of(l.cells, p)); }))
      numbers.push_back(number);
  }
  return numbers;
}

std::vector<Permutation> numbered_symmetries(int rows, int cols, const std::vector<int>& numbers) {
  std::vector<Permutation> all;
  for (const int number : numbers) all.push_back(board_symmetry(rows, cols, number));
  return all;
}

std::vector<Permutation> line_symmetries(int rows, int cols, const std::vector<Line>& lines, int most) {
  std::vector<Permutation> all;
  if (rows * cols > 64 || !Automorphisms(rows * cols, lines, most).find(all)) return board_symmetries(rows, cols);
  return all;  // images are tried in ascending order, so the identity is first
}

}  // namespace kinrow
