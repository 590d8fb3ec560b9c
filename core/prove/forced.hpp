// Forced: a win by nothing but moves that threaten to complete a line, each answered by the only defence, as a list of
// moves (Allis 1994). Single-stone turns only. As solve/threats.hpp, but what was found can be told.
//
// A cell on two lines that lack two stones wins at once, which their gaps tell without a move made. Else moves that
// bring most other lines along come first, and a position is looked into once, whatever the order of the moves.
#pragma once
#include <algorithm>
#include <random>
#include <vector>

#include "solve/line_state.hpp"

namespace kinrow {

template <class Shape>
class Forced {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;

  Forced(const LineTables<Shape>& t, int budget) : t_(t), budget_(static_cast<std::size_t>(budget)) {
    std::mt19937_64 random(2);
    for (int cell = 0; cell < t.rules.size(); ++cell) names_.push_back(random());
  }

  // P's moves until he has two cells that complete a line; none if no such sequence was found. P is to move, neither
  // side can complete a line at once, except that P may have to meet one threat. Both sides' moves but the last are on
  // the cells allowed.
  std::vector<int> moves(const State& s, const Cells& allowed) {
    moves_.clear();
    seen_.clear();
    allowed_ = allowed;
    if (t_.rules.k < 2 || !attack(s, 0)) moves_.clear();
    return moves_;
  }

 private:
  struct Threat {
    int cell, answer;
    int growth;  // lines that will lack two stones
  };
  static constexpr int most_threats = 40;

  // `name` tells the stones placed on the way here.
  bool attack(const State& s, std::uint64_t name) {
    const Cells parry = s.completing(t_, s.to_move ^ 1);
    if (parry.count() > 1) return false;
    Threat threats[most_threats];
    const int count = threats_of(s, parry.any() ? parry & allowed_ : allowed_, threats);
    for (int i = 0; i < count && seen_.size() <= budget_; ++i) {
      std::swap(threats[i], *std::max_element(threats + i, threats + count,
                                              [](const Threat& a, const Threat& b) { return a.growth < b.growth; }));
      if (follow(s, threats[i], name)) return true;
    }
    return false;
  }
  // P's moves on these cells that threaten to complete a line, each once.
  int threats_of(const State& s, const Cells& cells, Threat* threats) const {
    const Lines growing = s.with(t_, s.to_move, t_.rules.k - 3);
    const Cells empty = s.empty(t_);
    int count = 0;
    for (Lines lines = s.with(t_, s.to_move, t_.rules.k - 2); lines.any() && count + 1 < most_threats;) {
      Cells gap = t_.cells[lines.pop()] & empty;
      const int a = gap.pop(), b = gap.pop();
      for (const auto& [cell, answer] : {std::pair{a, b}, {b, a}}) {
        if (!cells.test(cell) || !allowed_.test(answer)) continue;
        Threat* known = std::find_if(threats, threats + count, [&](const Threat& t) { return t.cell == cell; });
        if (known == threats + count)
          threats[count++] = {cell, answer, (growing & t_.through[cell]).count()};
        else if (known->answer != answer)
          known->growth = two;
      }
    }
    return count;
  }
  bool follow(const State& s, const Threat& threat, std::uint64_t name) {
    name ^= names_[threat.cell] ^ names_[threat.answer] * 3;
    if (threat.growth < two) {
      if (std::ranges::find(seen_, name) != seen_.end()) return false;
      seen_.push_back(name);
    }
    State next = s;
    next.play(t_, threat.cell);
    const Cells wins = next.completing(t_, s.to_move);
    if (wins.none() || next.over()) return false;
    moves_.push_back(threat.cell);
    if (wins.count() >= 2) return true;
    next.play(t_, wins.lowest());
    if (next.over() || !attack(next, name)) {
      moves_.pop_back();
      return false;
    }
    return true;
  }

  static constexpr int two = 1 << 20;  // cells that would complete a line
  const LineTables<Shape>& t_;
  std::size_t budget_;
  std::vector<std::uint64_t> names_, seen_;  // by cell; positions that were looked into
  std::vector<int> moves_;
  Cells allowed_;
};

}  // namespace kinrow
