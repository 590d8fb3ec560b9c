// StrongGame: the line game as the proof search plays it, with another search to help it.
//
// If much work has not settled a query, that one may look at a few positions.
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

  // Wins by threats with several stones a turn are the helper's matter.
  explicit StrongGame(const Game& g) : LineGame<Shape>(g, {.turns = 0}) {}
  void set_helper(Helper helper) { helper_ = std::move(helper); }
  ProofNumbers help(const State& s, int beta) const { return helper_(s, beta); }

  // In 64ths, from one move to the next; docs/experiments/provers.md has the measurements.
  std::uint32_t bias(bool attacks) const { return this->stones_a_turn() > 1 ? 12 : attacks ? 4 : 0; }

 private:
  Helper helper_;
};

}  // namespace kinrow
