// OpeningBook: moves that a lambda search tries first, by position and in every symmetry, from games added before.
//
// A good move saves everything that the search would spend on moves that look better. A bad move may cost as much
// again, so the other moves are still tried (`not_in_book` in lambda_problem.hpp).
#pragma once
#include <unordered_map>

#include "lambda/lambda_keys.hpp"
#include "lambda/position_symmetry.hpp"

namespace kinrow {

template <class Shape>
class OpeningBook {
 public:
  using State = LineState<Shape>;

  explicit OpeningBook(const LineTables<Shape>& t) : keys_(t), symmetry_(t) {}

  // Adds the moves of a game from this position on, except guesses. Later games replace earlier ones, because the
  // search that found them knew the earlier ones.
  void add(State s, const std::vector<int>& game) {
    int order = 0;
    for (const int move : game) {
      if (move >= 0) note(s, move);
      s = keys_.after(s, move < pass ? guess(move) : move, order);
      order = keys_.order_after(order, move);
    }
  }
  // -1 if the book has none.
  int move(const State& s) const {
    if (moves_.empty()) return -1;
    const auto known = moves_.find(key(s));
    return known == moves_.end() ? -1 : known->second;
  }

 private:
  std::uint64_t key(const State& s) const { return keys_.stones(s).a + static_cast<std::uint64_t>(s.to_move); }
  // In every symmetry. Of symmetric moves, the one added last counts.
  void note(const State& s, int cell) {
    const auto& group = symmetry_.group();
    for (int g = group.size(); g-- > 0;) moves_[key(symmetry_.image(g, s))] = group.image(g, cell);
  }

  LambdaKeys<Shape> keys_;
  PositionSymmetry<Shape> symmetry_;
  std::unordered_map<std::uint64_t, int> moves_;
};

}  // namespace kinrow
