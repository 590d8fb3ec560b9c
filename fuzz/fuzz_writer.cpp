// Property: the checker accepts every proof that is written for a claim that holds.
#include "proof_file.hpp"

namespace {

template <class Drawn>
void check_all(Drawn&& drawn) {
  const kinrow::Rules& rules = drawn.game.rules;
  for (const kinrow::Claim& claim : drawn.claims())
    if (!proof_file::accepted(proof_file::header_of(rules, drawn.board, claim) +
                              proof_file::tree_of(drawn.game, drawn.board, claim)))
      std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  brute::Dice dice = dice_of(data, size);
  // Large boards take longer, but only there are zones smaller than the board.
  if (dice(0, 1) == 0)
    check_all(proof_file::DrawnLarge(dice));
  else
    check_all(proof_file::Drawn(dice));
  return 0;
}
