// Proof numbers (Allis 1994): the least number of leaves that must be settled to prove a claim, and to disprove it.
#pragma once
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

// At an OR node the side that makes the claim is to move, at an AND node its opponent.
//
// phi and delta are those of Nagai (2002): phi becomes 0 as soon as one child settles the node in favor of the side to
// move, delta only once all children settle it against that side.
template <class Numbers>
auto& phi(Numbers& n, bool or_node) {
  return or_node ? n.proof : n.disproof;
}
template <class Numbers>
auto& delta(Numbers& n, bool or_node) {
  return or_node ? n.disproof : n.proof;
}

}  // namespace kinrow
