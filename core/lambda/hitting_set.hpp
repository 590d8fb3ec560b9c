// HittingSet: extends a zone so that the defender, with stones outside it, never completes a line first.
//
// A stage is a moment at which the attacker relies on a line of his own. At that moment, every line that the defender
// might complete first must have enough empty cells in the zone. Finding the fewest such cells is a hitting-set
// problem; the greedy solution is larger by at most a logarithmic factor (Johnson 1974).
#pragma once
#include <cassert>
#include <vector>

#include "game/line_state.hpp"

namespace kinrow {

// A stage: each of these lines must have `need` empty cells in the zone.
template <class Shape>
struct ThreatStage {
  typename Shape::Lines lines;  // the defender's, without those that cannot be completed in time
  typename Shape::Cells empty;
  int need;
};

template <class Shape>
class HittingSet {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;
  using Stage = ThreatStage<Shape>;

  explicit HittingSet(const LineTables<Shape>& t) : t_(t) {}

  // The lines of `side` that must have `need` cells in the zone: those that it could complete with `order` stones
  // outside the zone and fewer than `need` inside it.
  Lines dangers(const State& s, int side, int need, int order) const { return s.within(t_, side, need + order - 1); }
  // The cells of a forced sequence by the side to move; adds a stage for each of its moves.
  Cells sequence(State s, const std::vector<int>& moves, int order, std::vector<Stage>& stages) const {
    const int p = s.to_move;
    Cells cells;
    for (const int move : moves) {
      s.play(t_, move);
      cells.set(move);
      Cells wins = s.completing(t_, p);
      const int answer = wins.pop();
      cells.set(answer);
      Lines lines = dangers(s, p ^ 1, 2, order);
      if (wins.none()) lines -= t_.through[answer];
      stages.push_back({lines, s.empty(t_), 2});
      if (wins.any())
        cells.set(wins.lowest());
      else
        s.play(t_, answer);
    }
    return cells;
  }

  // Adds cells of `allowed` to the zone until every stage has what it needs. False if some line has too few of them;
  // then the zone is not valid. Of equally good cells it takes `preferred` ones, which the zone above this one has
  // anyway.
  [[nodiscard]] bool extend(const std::vector<Stage>& stages, const Cells& preferred, const Cells& allowed,
                            Cells& zone) const {
    assert(!stages.empty());
    std::vector<Held> held(stages.size());
    for (Cells rest = zone; rest.any();) count(stages, rest.pop(), held);
    Lines lack = lacking(stages, held);
    if (lack.none()) return true;
    const Cells free = (stages[0].empty & allowed) - zone;
    std::vector<int> through(t_.rules.size());  // lacking lines, by cell
    Cells gaps = tally(lack, free, through, 1);
    while (lack.any()) {
      const int cell = best(gaps - zone, through, preferred);
      if (cell < 0) return false;
      zone.set(cell);
      count(stages, cell, held);
      const Lines still = lacking(stages, held);
      tally(lack - still, free, through, -1);
      lack = still;
    }
    return true;
  }

 private:
  // held[n]: the lines with at least n + 1 empty cells in the zone.
  using Held = std::vector<Lines>;

  void count(const std::vector<Stage>& stages, int cell, std::vector<Held>& held) const {
    for (std::size_t i = 0; i < stages.size(); ++i) {
      if (!stages[i].empty.test(cell)) continue;
      held[i].resize(static_cast<std::size_t>(stages[i].need));
      for (std::size_t n = held[i].size() - 1; n > 0; --n) held[i][n] |= held[i][n - 1] & t_.through[cell];
      held[i][0] |= t_.through[cell];
    }
  }
  static Lines lacking(const std::vector<Stage>& stages, const std::vector<Held>& held) {
    Lines lack;
    for (std::size_t i = 0; i < stages.size(); ++i)
      lack |= held[i].empty() ? stages[i].lines : stages[i].lines - held[i].back();
    return lack;
  }
  // Adds `more` to the number of lines through each free cell; returns these cells.
  Cells tally(Lines lines, const Cells& free, std::vector<int>& through, int more) const {
    Cells all;
    while (lines.any()) {
      const Cells gaps = t_.cells[lines.pop()] & free;
      for (Cells rest = gaps; rest.any();) through[rest.pop()] += more;
      all |= gaps;
    }
    return all;
  }
  static int best(Cells free, const std::vector<int>& through, const Cells& preferred) {
    int best = -1, most = 0;
    while (free.any()) {
      const int cell = free.pop();
      const int lines = through[cell];
      const int score = lines == 0 ? 0 : 2 * lines + preferred.test(cell);
      if (score > most) {
        most = score;
        best = cell;
      }
    }
    return best;
  }

  const LineTables<Shape>& t_;
};

}  // namespace kinrow
