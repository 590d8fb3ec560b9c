// StrongGame: the line game as the proof search plays it, with another search at its side.
//
// Where much work has not settled a question, that one may look at a few positions.
#pragma once
#include <functional>
#include <utility>

#include "prove/pn_search.hpp"
#include "solve/line_game.hpp"

namespace kinrow {

template <class Shape>
class StrongGame : public LineGame<Shape> {
 public:
  using State = typename LineGame<Shape>::State;
  using Aside = std::function<Numbers(const State&, int beta)>;
  static constexpr bool assisted = true;

  // Wins by threats with several stones a turn are looked for beside it. Positions and seconds with up to 0, 10, 60
  // turns at each: (7,6,5,2,1) 1.45 M, 1.46 M, 1.46 M, 2.8, 3.0, 3.8; (8,5,5,2,1) 0.85 M, 1.05 M, 1.08 M,
  // 0.9, 1.3, 2.2.
  explicit StrongGame(const Game& g) : LineGame<Shape>(g, {.turns = 0}) {}
  void take(Aside aside) { aside_ = std::move(aside); }
  Numbers aside(const State& s, int beta) const { return aside_(s, beta); }

  // In 64ths, see PnChildren::choose. 4 to 8 with 0 to 3 for the defender: within twice of each other; 12 and 3 or 8
  // and 8, three times as many positions in some games. With several stones a turn, M positions of (7,6,5,2,1) and
  // (8,5,5,2,1): 4 and 0, 29 and 26; 12 and 3, 6.3 and 7.2; 12 and 12, 3.6 and 3.9; 24 and 24, 4.2 and 4.9.
  std::uint32_t bias(bool attacks) const { return this->stones_a_turn() > 1 ? 12 : attacks ? 4 : 0; }

 private:
  Aside aside_;
};

}  // namespace kinrow
