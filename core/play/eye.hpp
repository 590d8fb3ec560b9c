// Eye: what the solver's looks tell a tree search about a position, as outcomes, and how its moves appeal.
#pragma once
#include <algorithm>

#include "solve/line_game.hpp"

namespace kinrow {

template <class G>
class Eye {
 public:
  using State = typename G::State;
  using Cells = typename G::Cells;

  struct Sight {  // for the side to move
    int lower = -1, upper = 1;
    int skipped = -1;     // what the moves not in `moves` are worth at most
    bool forced = false;  // `moves` answers a threat
    Cells moves;
  };

  explicit Eye(const Game& g) : game_(make_game(g)), tables_(g) {}
  G& game() { return game_; }

  Sight look_or_end(const State& s) {
    if (!s.over()) return look(s, false);
    Sight sight;
    sight.lower = sight.upper = outcome(game_.final_value(s));
    return sight;
  }
  // With a question for a win and one for a draw; `deeply` with the solver's proofs.
  Sight look(const State& s, bool deeply) {
    Sight sight;
    sight.moves = game_.empty(s);
    for (const int beta : {1, 0}) {
      if (sight.lower >= beta || sight.upper < beta) continue;
      auto f = game_.look(s, beta);
      const bool open = f.lower < beta && f.upper >= beta;
      if (open && f.moves.any()) {
        sight.moves = f.moves;
        sight.forced = f.forced;
        sight.skipped = f.moves == game_.empty(s) ? -1 : outcome(f.skipped);
      }
      if (beta == 0) f.upper = std::min(f.upper, 0);  // asked for already
      if (open && deeply) game_.prove(s, beta, f);
      sight.lower = std::max(sight.lower, outcome(f.lower));
      if (beta == 1 || f.upper < 0) sight.upper = std::min(sight.upper, outcome(f.upper));
    }
    return sight;
  }

  // The live lines through each cell, fourfold for each stone on them and doubled for the mover's own.
  void appeal(const State& s, MoveList& list) {
    if constexpr (requires { s.with(tables_, X, 0); }) {
      const int sign = tables_.rules.misere ? -1 : 1;
      for (int n = 0; n < tables_.rules.k; ++n) {
        const auto mine = s.with(tables_, s.to_move, n), theirs = s.with(tables_, s.to_move ^ 1, n);
        if (mine.none() && theirs.none()) continue;
        const int weight = sign * (1 << std::min(2 * n, 20));
        for (int i = 0; i < list.size; ++i) {
          const auto& through = tables_.through[list.at[i].cell];
          list.at[i].score += weight * (2 * (mine & through).count() + (theirs & through).count());
        }
      }
    } else {
      game_.weigh(s, 1, list);
    }
  }
  // How much that first impression decides: the power that it is raised to. Of a misere game it says little.
  double trust() const { return tables_.rules.misere ? 0 : tables_.rules.majority ? 1 : 2; }

 private:
  static int outcome(int value) { return (value > 0) - (value < 0); }
  // On wide boards no pairing holds, but threat sequences are worth a longer look.
  static G make_game(const Game& g) {
    if constexpr (std::is_constructible_v<G, const Game&, LeafBudget>)
      return G(g, g.rules.size() > 81 ? LeafBudget{false, 150} : LeafBudget{true, 100});
    else
      return G(g);
  }

  G game_;
  const typename State::Tables tables_;
};

}  // namespace kinrow
