// Property: the solver's value is that of minimax, whatever the size of its table and the number of threads.
#include "bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  brute::Dice dice = dice_of(data, size);
  const kinrow::Game g(brute::any_rules(dice, 12));
  const kinrow::Board b = brute::any_board(g, dice, 7);
  const auto solver = kinrow::make_solver(g, std::uint64_t{1} << dice(8, 20), dice(1, 2));
  const kinrow::Bounds v = solver->value(b, kinrow::Aim::exact, ~0ULL);
  if (v.lower != v.upper || v.lower != brute::Minimax(g).value(b)) std::abort();
  return 0;
}
