// AttackPositions: names of positions for an attack's table and its book, and what follows a move or a pass.
#pragma once
#include <random>
#include <vector>

#include "solve/line_state.hpp"

namespace kinrow {

// In the games of an attack, beside the cells: Q does not move; a move of P's that is not known to win, and back.
constexpr int pass = -1;
constexpr int guess(int cell) { return -2 - cell; }

template <class Shape>
class AttackPositions {
 public:
  using State = LineState<Shape>;

  explicit AttackPositions(const LineTables<Shape>& t) : t_(t) {
    std::mt19937_64 random(1);
    for (auto& side : names_) side.resize(t.rules.size());
    for (auto& side : names_)
      for (auto& name : side) name = random();
  }

  // The stones' names together; a stone's.
  std::uint64_t name(const State& s) const {
    std::uint64_t h = 0;
    for (int side : {X, O})
      for (auto c = s.stones[side]; c.any();) h ^= name(side, c.pop());
    return h;
  }
  std::uint64_t name(int side, int cell) const { return names_[side][cell]; }
  // Of the question whether `side` wins here by a tree of this order.
  std::uint64_t key(const State& s, int side, int order, int last) const {
    return name(s) ^ question(s.to_move, side, order, last);
  }
  static std::uint64_t question(int to_move, int side, int order, int last) {
    return (static_cast<std::uint64_t>(last * 8 + order) * 4 + to_move * 2 + side + 1) * 0x9e3779b97f4a7c15ULL;
  }

  // P has but the first stone, or is about to place it. A pass of Q's would tell nothing of the answers, for the win
  // after it is too far off; so every answer is tried.
  static bool bare(const State& s, int p) {
    return s.stones[p ^ 1].none() && s.stones[p].count() == (s.to_move == p ? 0 : 1);
  }

  State after(const State& s, int cell) const {
    State next = s;
    if (cell == pass)
      next.to_move ^= 1;
    else
      next.play(t_, cell);
    return next;
  }
  static int order_after(int order, int cell) { return order + (cell == pass); }

 private:
  const LineTables<Shape>& t_;
  std::vector<std::uint64_t> names_[2];
};

}  // namespace kinrow
