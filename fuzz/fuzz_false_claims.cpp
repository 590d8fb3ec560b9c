// Property: a claim that does not hold has no proof, neither the tree of another claim nor a damaged one.
#include "proof_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  brute::Dice dice = dice_of(data, size);
  proof_file::Drawn drawn(dice);
  auto& [g, b, minimax] = drawn;
  const auto claims = drawn.claims();
  if (claims.empty()) return 0;
  std::string tree = proof_file::tree_of(g, b, claims[static_cast<std::size_t>(dice(0, 100)) % claims.size()]);
  kinrow::Board asked = b;
  for (int i = dice(0, 2); i > 0 && !tree.empty(); --i)
    tree[static_cast<std::size_t>(dice(0, 1 << 20)) % tree.size()] = static_cast<char>(dice(0, 255));
  if (dice(0, 1) == 1) asked = brute::any_board(g, dice, 8);
  const kinrow::Claim claim{dice(0, 1), dice(0, 1) == 1};
  if (minimax.over(asked) || !proof_file::accepted(proof_file::header_of(g.rules, asked, claim) + tree)) return 0;
  const int value = minimax.value(asked) * (claim.side == asked.to_move ? 1 : -1);
  if (value < (claim.wins ? 1 : 0)) std::abort();
  return 0;
}
