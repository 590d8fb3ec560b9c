// AttackBook: moves that attacks try first, by position and in every symmetry, from games that somebody has noted.
//
// A good move saves an attack all that it would spend on those that look better. A bad one may cost
// as much, though the others are not left out (see not_in_book in attack.hpp).
#pragma once
#include <unordered_map>

#include "prove/attack_positions.hpp"
#include "prove/attack_symmetry.hpp"

namespace kinrow {

template <class Shape>
class AttackBook {
 public:
  using State = LineState<Shape>;

  explicit AttackBook(const LineTables<Shape>& t) : positions_(t), symmetry_(t) {}

  // Notes the moves of a game from this position on, but guesses; what is noted later counts, for it was found by who
  // knew what was noted before.
  void add(State s, const std::vector<int>& game) {
    for (const int move : game) {
      if (move >= 0) note(s, move);
      s = positions_.after(s, move < pass ? guess(move) : move);
    }
  }
  // -1 where the book says nothing.
  int move(const State& s) const {
    if (moves_.empty()) return -1;
    const auto known = moves_.find(name(s));
    return known == moves_.end() ? -1 : known->second;
  }

 private:
  std::uint64_t name(const State& s) const { return positions_.name(s) + static_cast<std::uint64_t>(s.to_move); }
  // In every symmetry, as it stands last: of moves that are alike, the one that was noted.
  void note(const State& s, int cell) {
    const auto& turns = symmetry_.turns();
    for (int turn = turns.size(); turn-- > 0;) moves_[name(symmetry_.turned(turn, s))] = turns.image(turn, cell);
  }

  AttackPositions<Shape> positions_;
  AttackSymmetry<Shape> symmetry_;
  std::unordered_map<std::uint64_t, int> moves_;
};

}  // namespace kinrow
