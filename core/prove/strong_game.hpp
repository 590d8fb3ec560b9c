// StrongGame: the line game as the proof search plays it, with the weak game at its side.
//
// Where much work has not settled whether the attacker wins, the weak search may look at a few positions: if Breaker
// holds there, he does not. Positions looked at by the strong search without and with it, the weak search's, and
// seconds: (8,4,4) 1.01 M, 0.88 M + 0.62 M, 2.2 and 1.9; (9,4,4) 2.34 M, 1.45 M + 0.60 M, 3.5 and 2.9; (11,4,4) 6.52
// M, 2.48 M + 0.95 M, 9.5 and 5.0; (10,4,4) 29 M, 15.4 M + 5.4 M. Asked after 30 to 500 positions, with 30 to 500:
// within a fifth of that; with as many as the strong search has spent: slower again. Nine tenths of what the weak
// search looks at for (8,4,4) are questions left open; but to ask again only when the strong search has spent 2 to 16
// times as much, first after 15 to 200 positions, with 20 to 100, is within a tenth as well, and larger budgets later
// cost more.
#pragma once
#include "prove/pn_search.hpp"
#include "prove/weak_game.hpp"
#include "solve/line_game.hpp"

namespace kinrow {

template <class Shape>
class StrongGame : public LineGame<Shape> {
 public:
  using Weak = WeakGame<Shape>;
  using State = typename LineGame<Shape>::State;
  static constexpr bool assisted = true;

  explicit StrongGame(const Game& g) : LineGame<Shape>(g) {}
  void take(Weak& weak, PnSearch<Weak>& search) {
    weak_ = &weak;
    search_ = &search;
  }
  // In 64ths, see PnChildren::choose. 4 to 8 with 0 to 3 for the defender: within twice of each other; 12 and 3 or 8
  // and 8, three times as many positions in some games.
  static std::uint32_t bias(bool attacks) { return attacks ? 4 : 0; }
  // Whether the weak game tells soon that the attacker of this question does not win.
  bool refuted(const State& s, int beta) {
    if (search_ == nullptr || s.left != 1) return false;
    const auto weak = weak_->from(s, beta >= 1 ? s.to_move : s.to_move ^ 1);
    if (weak.over()) return !weak.won;
    return Weak::held(weak, search_->ask(weak, weak.to_move == maker, most_aside, true).numbers);
  }

 private:
  static constexpr std::uint64_t most_aside = 100;
  Weak* weak_ = nullptr;
  PnSearch<Weak>* search_ = nullptr;
};

}  // namespace kinrow
