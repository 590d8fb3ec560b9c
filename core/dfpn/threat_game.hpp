// ThreatGame: wins by threats with several stones a turn, for the proof search: those of
// threat/multi_stone_threats.hpp, with a table. A win found is a win; a position in which none is found may be won all
// the same.
#pragma once
#include "solve/line_game.hpp"

namespace kinrow {

template <class Shape>
class ThreatGame : public LineGame<Shape> {
 public:
  using Base = LineGame<Shape>;
  using Turns = MultiStoneThreats<Shape>;
  using Cells = typename Shape::Cells;
  using State = typename Base::State;
  static constexpr bool assisted = false;

  explicit ThreatGame(const Game& g) : Base(g) {}

  Facts<Cells> look(const State& s, int beta) const {
    Facts<Cells> f = Base::look(s, beta);
    if (f.lower >= beta || f.upper < beta) return f;
    const auto& t = this->tables();
    if (beta >= 1) {
      if (s.left == 1 || !f.forced) f.moves &= Turns::worth(t, s);
      if (f.moves.none()) f.upper = 0;
    } else if (Turns::spares(t, s.empty(t), Turns::threats(t, s, s.to_move ^ 1), s.left)) {
      f.lower = 0;
    }
    return f;
  }
  static NoZone prove(const State&, int /*beta*/, Facts<Cells>&) { return {}; }
  static void narrow(const State&, int /*beta*/, Facts<Cells>&) {}
  static std::uint32_t bias(bool /*attacks*/) { return 12; }
};

}  // namespace kinrow
