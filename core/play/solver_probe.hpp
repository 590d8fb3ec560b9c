// SolverProbe: what the solver knows of a position without a search, as outcomes, and prior scores for its moves.
//
// A tree search that knows a forced reply or a decided position does not spend simulations on it (MCTS-Solver, Winands,
// Bjornsson and Saito 2008; decisive moves, Teytaud and Teytaud 2010).
#pragma once
#include <algorithm>

#include "solve/line_game.hpp"

namespace kinrow {

template <class G>
class SolverProbe {
 public:
  using State = typename G::State;
  using Cells = typename G::Cells;

  struct ProbeResult {  // for the side to move
    int lower = -1, upper = 1;
    int skipped = -1;     // the moves not in `moves` are worth at most this
    bool forced = false;  // `moves` answers a threat
    Cells moves;
  };

  explicit SolverProbe(const Game& g) : game_(make_game(g)), rules_(g.rules) {}
  G& game() { return game_; }

  // For any position, finished or not.
  ProbeResult probe_any(const State& s) {
    if (!s.over()) return probe(s, false);
    ProbeResult result;
    result.lower = result.upper = sign(game_.final_value(s));
    return result;
  }
  // Asks whether the side to move wins, and whether it does not lose; if `deeply`, with the solver's leaf tests.
  ProbeResult probe(const State& s, bool deeply) {
    ProbeResult result;
    result.moves = game_.empty(s);
    for (const int beta : {1, 0}) {
      if (result.lower >= beta || result.upper < beta) continue;
      auto f = game_.facts(s, beta);
      const bool open = f.lower < beta && f.upper >= beta;
      if (open && f.moves.any()) {
        result.moves = f.moves;
        result.forced = f.forced;
        result.skipped = f.moves == game_.empty(s) ? -1 : sign(f.skipped);
      }
      if (beta == 0) f.upper = std::min(f.upper, 0);  // a win has been ruled out or left open above
      if (open && deeply) game_.leaf_tests(s, beta, f);
      result.lower = std::max(result.lower, sign(f.lower));
      if (beta == 1 || f.upper < 0) result.upper = std::min(result.upper, sign(f.upper));
    }
    return result;
  }

  // Adds up the live lines through each cell: times four per stone on them, and doubled for the mover's own.
  void add_priors(const State& s, MoveList& list) {
    const auto weight = [&](int stones) {
      return (rules_.misere ? -1 : 1) * (1 << std::min(2 * stones, largest_exponent));
    };
    if constexpr (requires { game_.score_lines(s, s.to_move, 2, list, weight); })
      game_.score_lines(s, s.to_move, 2, list, weight);
    else
      game_.score_moves(s, 1, list);
  }
  // The power to which a prior score is raised: how much the first impression counts. In misère games it says little.
  int prior_exponent() const { return rules_.misere ? 0 : rules_.majority ? 1 : 2; }

 private:
  // Pairings do not hold on wide boards; a longer search for threats pays there instead. Set by hand, in stones.
  static constexpr LeafBudget wide_board{false, 150}, narrow_board{true, 100};
  static constexpr int narrow_cells = 81;      // 9x9
  static constexpr int largest_exponent = 20;  // of a line's weight: a cell's sum stays within an int
  static G make_game(const Game& g) {
    if constexpr (std::is_constructible_v<G, const Game&, LeafBudget>)
      return G(g, g.rules.size() > narrow_cells ? wide_board : narrow_board);
    else
      return G(g);
  }

  G game_;
  const Rules rules_;
};

}  // namespace kinrow
