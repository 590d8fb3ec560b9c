// Property: every symmetry of the lines keeps the value.
#include "bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  brute::Dice dice = dice_of(data, size);
  kinrow::Rules rules = brute::any_rules(dice, 12);
  rules.exact = false;
  const kinrow::Game g(rules);
  const kinrow::Board b = brute::any_board(g, dice, 7);
  brute::Minimax minimax(g);
  const int value = minimax.value(b);
  for (const kinrow::Permutation& image : kinrow::line_symmetries(rules.rows, rules.cols, g.lines, 64)) {
    kinrow::Board turned = b;
    for (std::size_t c = 0; c < b.cells.size(); ++c) turned.cells[static_cast<std::size_t>(image[c])] = b.cells[c];
    if (minimax.value(turned) != value) std::abort();
  }
  return 0;
}
