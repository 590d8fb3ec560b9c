// Property: the prover's outcome is that of minimax, and its move keeps it, whatever the memory and the threads.
#include "bytes.hpp"
#include "prove/prover.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  brute::Dice dice = dice_of(data, size);
  const kinrow::Game g(brute::any_line_rules(dice, 12));
  const kinrow::Board b = brute::any_board(g, dice, 8);
  brute::Minimax minimax(g);
  const int value = kinrow::sign(minimax.value(b));
  const auto prover = kinrow::make_prover(g, std::uint64_t{1} << dice(8, 20), dice(1, 2));
  const kinrow::Bounds v = prover->value(b);
  if (v.lower != value || v.upper != value) std::abort();
  if (value < 0 || minimax.over(b)) return 0;
  const int cell = prover->best_move(b, value);
  if (cell < 0 || minimax.value_of_move(b, cell) < value) std::abort();
  return 0;
}
