// Policy of Vcf for the weak game: Maker's fours in the order of the lines. Breaker has no fours, so only the cells of
// the sequence can stop it.
#pragma once
#include <vector>

#include "breaker/weak_state.hpp"
#include "threat/vcf.hpp"

namespace kinrow {

template <class Shape>
class FoursOfMaker {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using Position = WeakState<Shape>;
  struct Four {
    int cell = -1;
  };
  struct Fours {
    Lines lines;  // still to be tried
    Cells gap;    // cells of the current line, still to be tried
  };

  FoursOfMaker(const LineTables<Shape>& t, int budget) : t_(t), budget_(budget) {}

  void begin() { steps_ = 0; }
  static int winning(const Position&) { return -1; }
  Fours fours(const Position& p) const { return {t_.rules.k < 2 ? Lines{} : p.with(t_.rules.k - 2), {}}; }
  bool next(const Position& p, Fours& fours, Four& four) const {
    while (fours.gap.none()) {
      if (fours.lines.none()) return false;
      fours.gap = t_.cells[fours.lines.pop()] & p.free;
    }
    four.cell = fours.gap.pop();
    return true;
  }
  bool enter(const Position&, const Four&) { return ++steps_ <= budget_; }
  bool over_budget() const { return steps_ > budget_; }
  void failed(const Position&, const Fours&) const {}

  Position after(const Position& p, const Four& four) const {
    Position next = p;
    next.place(t_, four.cell);
    return next;
  }
  Completing completing(const Position& p) const {
    const Cells cells = p.gaps(t_, p.with(t_.rules.k - 1));
    return {cells.count(), cells.any() ? cells.lowest() : -1};
  }
  void answer(Position& p, int cell) const { p.place(t_, cell); }

  Cells zone(Position p, const std::vector<int>& moves) const {
    Cells zone;
    for (const int cell : moves) {
      p.place(t_, cell);
      const Cells wins = p.gaps(t_, p.with(t_.rules.k - 1));
      zone.set(cell);
      zone |= wins;
      p.place(t_, wins.lowest());
    }
    return zone;
  }

 private:
  const LineTables<Shape>& t_;
  int budget_, steps_ = 0;
};

}  // namespace kinrow
