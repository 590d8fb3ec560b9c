// StrongGame: the line game for proof-number search. If a node has cost much work and is still open, an auxiliary
// search, the helper, gets a few positions to settle it.
#pragma once
#include <functional>
#include <utility>

#include "dfpn/proof_numbers.hpp"
#include "solve/line_game.hpp"

namespace kinrow {

template <class Shape>
class StrongGame : public LineGame<Shape> {
 public:
  using State = typename LineGame<Shape>::State;
  using Helper = std::function<ProofNumbers(const State&, int beta)>;
  static constexpr bool assisted = true;

  // The helper looks for wins by threats with several stones per turn.
  explicit StrongGame(const Game& g) : LineGame<Shape>(g, {.multi_stone_threats = 0}) {}
  void set_helper(Helper helper) { helper_ = std::move(helper); }
  ProofNumbers help(const State& s, int beta) const { return helper_(s, beta); }

  // How much the bias grows from one move to the next, in 64ths. Measured: docs/experiments/proof-number-search.md.
  std::uint32_t bias(bool attacks) const { return this->stones_a_turn() > 1 ? 12 : attacks ? 4 : 0; }

 private:
  Helper helper_;
};

}  // namespace kinrow
