#include "certificate/first_image.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace kinrow {
namespace {

// Orders cells as the alphabet orders `.`, `O` and `X`: empty cells first, X last.
bool comes_before(signed char a, signed char b) {
  constexpr std::array<int, 3> rank{0, 2, 1};
  return rank[static_cast<std::size_t>(a + 1)] < rank[static_cast<std::size_t>(b + 1)];
}

std::vector<signed char> image_of(const std::vector<signed char>& cells, const Permutation& places) {
  std::vector<signed char> image(cells.size());
  for (std::size_t c = 0; c < cells.size(); ++c) image[static_cast<std::size_t>(places[c])] = cells[c];
  return image;
}

}  // namespace

FirstImage::FirstImage(const Rules& rules, const Board& board) : board_(board) {
  // In ascending order, so that the same symmetry is chosen whenever several lead to this image.
  auto symmetries = board_symmetries(rules.rows, rules.cols, rules.exchangeable());
  std::sort(symmetries.begin(), symmetries.end());
  for (const Permutation& places : symmetries) {
    auto cells = image_of(board.cells, places);
    if (!places_.empty() && !std::lexicographical_compare(cells.begin(), cells.end(), board_.cells.begin(),
                                                          board_.cells.end(), comes_before))
      continue;
    board_.cells = std::move(cells);
    places_ = places;
  }
  origins_ = inverses({places_})[0];
}

FirstImage::FirstImage(const Board& board) : board_(board), places_(board.cells.size()) {
  std::iota(places_.begin(), places_.end(), Permutation::value_type{0});
  origins_ = places_;
}

LambdaWin FirstImage::back(const LambdaWin& win) const {
  return {win.found,
          win.move < 0 ? win.move : origins_[static_cast<std::size_t>(win.move)],
          mapped(win.zone, origins_),
          win.learned,
          win.refuted,
          win.positions};
}

bool follows_learned(LambdaOracle& oracle, const Rules& rules, const Board& image, int side) {
  Board before = image;
  before.to_move = side;
  for (std::size_t cell = 0; cell < image.cells.size(); ++cell) {
    if (image.cells[cell] != side) continue;
    before.cells[cell] = -1;
    const LambdaWin win = oracle.lambda_win(before, {side, 0, deepest_order, 1});
    if (win.learned) {
      Board after = before;
      after.cells[static_cast<std::size_t>(win.move)] = static_cast<signed char>(side);
      if (FirstImage(rules, after).board().cells == image.cells) return true;
    }
    before.cells[cell] = image.cells[cell];
  }
  return false;
}

}  // namespace kinrow
