// Selection: which child of a node to search next, and the node's own proof numbers.
//
// Seen from the node's side, its phi is the least phi of its children. Its delta is not the sum of theirs, but the
// largest of them plus a share of the others: most lines of play transpose, and a sum would count them many times (weak
// proof numbers; Ueda, Hashimoto, Hashimoto and Iida 2008). A bias on each move, as on the edges of df-pn+ (Nagai
// 2002), directs the work to the first of many moves that look alike. A child that another thread is searching looks
// worse than it is (virtual loss).
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "dfpn/proof_numbers.hpp"

namespace kinrow {

// The parameters that a problem sets. docs/experiments has the measurements behind each value.
struct SelectionPolicy {
  std::uint32_t biased_part = ProofNumbers::infinity;  // a bias scales a number only up to this
  std::uint32_t flat = 0;                              // a bias also adds bias / flat; 0: nothing
  std::uint32_t shared_work = 0;  // the other children add their numbers / shared_work; 0: one each
  std::uint32_t busy = 64;        // the bias of a child that another thread is searching
};

class Biased {
 public:
  static constexpr std::uint32_t doubling = 64;  // a bias that doubles a number

  Biased(const SelectionPolicy& policy, std::uint32_t bias) : policy_(policy), bias_(bias) {}
  // The number with its bias.
  std::uint32_t of(std::uint32_t n) const {
    if (n == 0 || n >= most) return n;
    const std::uint64_t scaled = std::uint64_t{std::min(n, policy_.biased_part)} * bias_ / doubling;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(n + scaled + flat(), most));
  }
  // The limit for a number whose biased value must not exceed n.
  std::uint32_t limit(std::uint32_t n) const {
    if (n >= most) return n;
    const std::uint64_t scaled = std::uint64_t{n} * doubling / (doubling + bias_);
    const std::uint64_t part = std::uint64_t{policy_.biased_part} * bias_ / doubling;
    return static_cast<std::uint32_t>(std::max(scaled, n - std::min<std::uint64_t>(n, part))) + 1;
  }

 private:
  static constexpr std::uint32_t most = ProofNumbers::infinity / 4;  // larger numbers get no bias
  std::uint64_t flat() const { return policy_.flat == 0 ? 0 : bias_ / policy_.flat; }

  const SelectionPolicy& policy_;
  std::uint32_t bias_;
};

struct Selection {
  ProofNumbers node;                              // of the node, from its children
  std::size_t best = 0;                           // the child to search
  std::uint32_t second = ProofNumbers::infinity;  // phi of the next best child
  std::uint32_t others = 0;                       // what the other children add to the node's delta
  bool diverted = false;                          // another thread is searching a better child
};

// Children have `numbers()`, `bias`, and `twin`: whether an earlier child has the same position, which counts once.
// `unseen` is added to delta for children not added yet. `busy(child)`: whether another thread is searching it.
template <class Moves, class Busy>
Selection select(const Moves& children, bool or_node, const SelectionPolicy& policy, std::size_t unseen,
                 const Busy& busy) {
  Selection c;
  bool open = false;
  std::uint32_t least = ProofNumbers::infinity, chosen = ProofNumbers::infinity, largest = 0, mine = 0;
  std::uint64_t count = 0, sum = 0;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const auto& child = children[i];
    const std::uint32_t d = delta(child.numbers(), or_node);
    if (d == 0) continue;
    const std::uint32_t p = Biased(policy, child.bias).of(phi(child.numbers(), or_node));
    const std::uint32_t looks = p > 0 && busy(child) ? Biased(policy, policy.busy).of(p) : p;
    if (!open || looks < chosen) {
      c.second = chosen;
      c.best = i;
      chosen = looks;
      mine = d;
    } else {
      c.second = std::min(c.second, looks);
    }
    open = true;
    least = std::min(least, p);
    largest = std::max(largest, d);
    count += !child.twin;
    sum += d;
  }
  if (!open || least == 0) {
    c.node = or_node == open ? ProofNumbers::yes() : ProofNumbers::no();
    return c;
  }
  c.diverted = chosen > least;
  const bool sums = policy.shared_work != 0;
  const std::uint64_t rest = (sums ? (sum - largest) / policy.shared_work : count > 0 ? count - 1 : 0) + unseen;
  phi(c.node, or_node) = least;
  delta(c.node, or_node) =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(largest + rest, ProofNumbers::infinity - 1));
  c.others = sums ? delta(c.node, or_node) - mine : static_cast<std::uint32_t>(rest);
  return c;
}

}  // namespace kinrow
