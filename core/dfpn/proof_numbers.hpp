// Proof numbers (Allis 1994): how many leaves, at least, must still be settled to prove a claim, and to disprove it.
#pragma once
#include <algorithm>
#include <cstdint>

namespace kinrow {

struct ProofNumbers {
  std::uint32_t proof = 1, disproof = 1;
  static constexpr std::uint32_t infinity = 1U << 30;

  bool proven() const { return proof == 0; }
  bool disproven() const { return disproof == 0; }
  bool settled() const { return proof == 0 || disproof == 0; }
  static constexpr ProofNumbers yes() { return {0, infinity}; }
  static constexpr ProofNumbers no() { return {infinity, 0}; }
  ProofNumbers swapped() const { return {disproof, proof}; }
};

// At an OR node the side that makes the claim is to move, at an AND node the other side.
//
// phi and delta, as Nagai (2002) has them: the side to move brings phi to 0 through one child, and delta only through
// all of them.
template <class Numbers>
auto& phi(Numbers& n, bool or_node) {
  return or_node ? n.proof : n.disproof;
}
template <class Numbers>
auto& delta(Numbers& n, bool or_node) {
  return or_node ? n.disproof : n.proof;
}

}  // namespace kinrow
