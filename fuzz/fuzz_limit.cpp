// Property: a search cut short at any node leaves bounds that contain the value.
#include "bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  brute::Dice dice = dice_of(data, size);
  const kinrow::Game g(brute::any_rules(dice, 12));
  const kinrow::Board b = brute::any_board(g, dice, 8);
  const auto solver = kinrow::make_solver(g, 1 << 16, 1);
  const auto limit = static_cast<std::uint64_t>(dice(1, 60));
  const kinrow::Bounds v = solver->value(b, dice(0, 1) ? kinrow::Aim::exact : kinrow::Aim::outcome, limit);
  const int value = brute::Minimax(g).value(b);
  if (v.lower > value || v.upper < value) std::abort();
  return 0;
}
