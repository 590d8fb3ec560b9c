// OpeningBook: moves that a lambda search tries first, by position and in every symmetry, from games noted before.
//
// A good move saves all that the search would spend on those that look better. A bad one may cost as much, though the
// others are not left out (see not_in_book in lambda_problem.hpp).
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

  // Notes the moves of a game from this position on, except guesses. Later notes replace earlier ones, for they were
  // found by a search that knew those.
  void add(State s, const std::vector<int>& game) {
    for (const int move : game) {
      if (move >= 0) note(s, move);
      s = keys_.after(s, move < pass ? guess(move) : move);
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
  // In every symmetry; of moves that are alike, the last one noted counts.
  void note(const State& s, int cell) {
    const auto& group = symmetry_.group();
    for (int g = group.size(); g-- > 0;) moves_[key(symmetry_.image(g, s))] = group.image(g, cell);
  }

  LambdaKeys<Shape> keys_;
  PositionSymmetry<Shape> symmetry_;
  std::unordered_map<std::uint64_t, int> moves_;
};

}  // namespace kinrow
