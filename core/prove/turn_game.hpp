// TurnGame: wins by threats with several stones a turn, for the proof search: after each of the attacker's turns the
// defender needs every stone of his own to stop what would be completed next.
//
// A turn that leaves him a stone to spare counts as a failure, and so does a first stone on no line that the turn could
// bring within reach; so a win found is one, what is not found may be one all the same. What the defender may play is
// not cut: any other turn of his loses at once. (Threat-space search, Allis 1994; "double threats" of Connect6, I-Chen
// Wu and Huang 2005.)
#pragma once
#include "solve/line_game.hpp"

namespace kinrow {

template <class Shape>
class TurnGame : public LineGame<Shape> {
 public:
  using Base = LineGame<Shape>;
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = typename Base::State;
  static constexpr bool assisted = false;

  explicit TurnGame(const Game& g) : Base(g) {}

  Facts<Cells> look(const State& s, int beta) const {
    Facts<Cells> f = Base::look(s, beta);
    if (f.lower >= beta || f.upper < beta) return f;
    if (beta >= 1) {
      if (s.left == 1 || !f.forced) f.moves &= threatening(s);
      if (f.moves.none()) f.upper = 0;
    } else if (spares(s.empty(t()), threats(s, s.to_move ^ 1), s.left)) {
      f.lower = 0;
    }
    return f;
  }
  static NoZone prove(const State&, int /*beta*/, Facts<Cells>&) { return {}; }
  static void narrow(const State&, int /*beta*/, Facts<Cells>&) {}
  static std::uint32_t bias(bool /*attacks*/) { return 12; }

 private:
  const LineTables<Shape>& t() const { return this->tables(); }
  int p() const { return this->stones_a_turn(); }
  Lines threats(const State& s, int side) const { return s.within(t(), side, p()); }
  // Whether the defender stops these lines with fewer than so many stones.
  bool spares(const Cells& empty, const Lines& lines, int stones) const {
    return State::stoppable(t(), empty, lines, stones - 1);
  }
  // The cells worth a stone of the attacker's: any where the threats made so far suffice.
  Cells threatening(const State& s) const {
    const int me = s.to_move;
    const Cells empty = s.empty(t());
    const Lines made = threats(s, me);
    if (!spares(empty, made, p())) return empty;
    if (s.left > 1) return s.gaps(t(), s.within(t(), me, p() + s.left));
    const Lines nearly = s.with(t(), me, t().rules.k - p() - 1);
    Cells moves;
    for (Cells rest = s.gaps(t(), nearly); rest.any();) {
      const int cell = rest.pop();
      const Lines lines = (made | (nearly & t().through[cell])) - t().extending[cell];
      if (!spares(empty - Cells::one(cell), lines, p())) moves.set(cell);
    }
    return moves;
  }
};

}  // namespace kinrow
