// Law: the checker accepts every proof that is written of a claim that holds.
#include "proof_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  brute::Dice dice = dice_of(data, size);
  const kinrow::Game g(brute::any_line_rules(dice, 12));
  const kinrow::Board b = brute::any_board(g, dice, 8);
  brute::Minimax minimax(g);
  if (minimax.over(b)) return 0;
  for (const kinrow::Claim& claim : proof_file::claims_of(b.to_move, minimax.value(b)))
    if (!proof_file::accepted(proof_file::header_of(g.rules, b, claim) + proof_file::tree_of(g, b, claim)))
      std::abort();
  return 0;
}
