// ThreatGame: wins by threats in games with several stones per turn, for proof-number search: the wins of
// threat/multi_stone_threats.hpp, searched with a table. A position without such a win may still be won.
#pragma once
#include "solve/line_game.hpp"

namespace kinrow {

template <class Shape>
class ThreatGame : public LineGame<Shape> {
 public:
  using Base = LineGame<Shape>;
  using Threats = MultiStoneThreats<Shape>;
  using Cells = typename Shape::Cells;
  using State = typename Base::State;
  static constexpr bool assisted = false;

  explicit ThreatGame(const Game& g) : Base(g) {}

  Facts<Cells> facts(const State& s, int beta) const {
    Facts<Cells> f = Base::facts(s, beta);
    if (f.lower >= beta || f.upper < beta) return f;
    const auto& t = this->tables();
    if (beta >= 1) {
      if (s.left == 1 || !f.forced) f.moves &= Threats::worth(t, s);
      if (f.moves.none()) f.upper = 0;
    } else if (Threats::spares(t, s.empty(t), Threats::threats(t, s, s.to_move ^ 1), s.left)) {
      f.lower = 0;
    }
    return f;
  }
  static NoZone leaf_tests(const State&, int /*beta*/, Facts<Cells>&) { return {}; }
  static void narrow(const State&, int /*beta*/, Facts<Cells>&) {}
  static std::uint32_t bias(bool /*attacks*/) { return 12; }  // as StrongGame's with several stones
};

}  // namespace kinrow
