// HittingSet: extends a zone so that the defender, with stones outside it, never completes a line first.
//
// A stage is a moment at which the attacker relies on a line of his own. At that moment, every line that the defender
// might complete first must have enough empty cells in the zone. Finding the fewest such cells is a hitting-set
// problem; the greedy solution is larger by at most a logarithmic factor (Johnson 1974).
#pragma once
#include <cassert>
#include <span>
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
  [[nodiscard]] bool extend(std::span<const Stage> stages, const Cells& preferred, const Cells& allowed,
                            Cells& zone) const {
    assert(!stages.empty());
    std::size_t sets = 0;
    for (const Stage& stage : stages) sets += static_cast<std::size_t>(stage.need);
    Held held(sets);
    zone.each([&](int cell) { count(stages, cell, held); });
    Lines lack = lacking(stages, held);
    if (lack.none()) return true;
    const Cells free = (stages[0].empty & allowed) - zone;
    Tally through;
    lack.each([&](int line) { through.add(t_.cells[line] & free); });
    while (lack.any()) {
      const int cell = through.best(zone, preferred);
      if (cell < 0) return false;
      zone.set(cell);
      count(stages, cell, held);
      const Lines still = lacking(stages, held);
      (lack - still).each([&](int line) { through.remove(t_.cells[line] & free); });
      lack = still;
    }
    return true;
  }

 private:
  // Stage by stage, as many sets as it needs: the lines with at least one, two, … empty cells in the zone.
  using Held = std::vector<Lines>;
  // How many of the lacking lines contain each cell: plane p has bit p of these numbers.
  class Tally {
   public:
    void add(Cells cells) {
      for (Cells& bits : plane_) {
        const Cells carry = bits & cells;
        bits ^= cells;
        cells = carry;
      }
    }
    void remove(Cells cells) {
      for (Cells& bits : plane_) {
        bits ^= cells;
        cells &= bits;
      }
    }
    // The cell on the most lines that is not in the zone, a preferred one if there is one; -1 if none is on a line.
    int best(const Cells& zone, const Cells& preferred) const {
      Cells best;
      for (const Cells& bits : plane_) best |= bits;
      best -= zone;
      if (best.none()) return -1;
      for (int p = planes; p-- > 0;) narrow(best, plane_[p]);
      narrow(best, preferred);
      return best.lowest();
    }

   private:
    static constexpr int planes = Shape::planes + 2;  // a cell is on at most k lines of each direction
    static void narrow(Cells& cells, const Cells& better) {
      if (const Cells both = cells & better; both.any()) cells = both;
    }
    Cells plane_[planes];
  };

  void count(std::span<const Stage> stages, int cell, Held& held) const {
    auto least = held.begin();  // of a stage: the lines with at least one
    for (const Stage& stage : stages) {
      if (stage.empty.test(cell)) {
        for (int n = stage.need - 1; n > 0; --n) least[n] |= least[n - 1] & t_.through[cell];
        least[0] |= t_.through[cell];
      }
      least += stage.need;
    }
  }
  static Lines lacking(std::span<const Stage> stages, const Held& held) {
    Lines lack;
    auto end = held.begin();
    for (const Stage& stage : stages) {
      end += stage.need;
      lack |= stage.lines - end[-1];
    }
    return lack;
  }

  const LineTables<Shape>& t_;
};

}  // namespace kinrow
