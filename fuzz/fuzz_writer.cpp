// Property: the checker accepts every proof that is written for a claim that holds.
#include "proof_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  brute::Dice dice = dice_of(data, size);
  proof_file::Drawn drawn(dice);
  const auto& [g, b, minimax] = drawn;
  for (const kinrow::Claim& claim : drawn.claims())
    if (!proof_file::accepted(proof_file::header_of(g.rules, b, claim) + proof_file::tree_of(g, b, claim)))
      std::abort();
  return 0;
}
