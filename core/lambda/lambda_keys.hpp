// LambdaKeys: Zobrist keys of positions, for the table and the book of a lambda search; and the positions after a move
// or a pass.
#pragma once
#include <algorithm>
#include <cassert>

#include "game/line_state.hpp"
#include "lambda/lambda_oracle.hpp"
#include "lambda/zone_table.hpp"
#include "system/hashing.hpp"

namespace kinrow {

// The maximal order that callers use in this game. On a class of boards there are always k empty cells in a row
// somewhere, so the stones that a tree tolerates must be too few to make a line there, or a threat that comes first.
inline int deepest_order_of(const Rules& r) {
  return r.one_board() ? deepest_order : std::clamp(r.k - 2, 0, deepest_order);
}

// Moves in the games of a book that are not cells: a pass of the defender, and a move of the attacker that is not known
// to win. guess() is its own inverse.
constexpr int pass = -1;
constexpr int guess(int cell) { return -2 - cell; }

template <class Shape>
class LambdaKeys {
 public:
  using State = LineState<Shape>;

  explicit LambdaKeys(const LineTables<Shape>& t) : t_(t), zobrist_(t.rules.size()) {}

  // The key of all stones; of one stone.
  ZoneKey stones(const State& s) const { return zone_key(zobrist_(X, s.stones[X]) ^ zobrist_(O, s.stones[O])); }
  ZoneKey stone(int side, int cell) const { return zone_key(zobrist_(side, cell)); }
  // The key of the query whether `side` wins here by a tree of this order.
  ZoneKey key(const State& s, int side, int order, int max_order) const {
    return stones(s) ^ query(s.to_move, side, order, max_order);
  }
  static ZoneKey query(int to_move, int side, int order, int max_order) {
    const auto n =
        static_cast<std::uint64_t>(max_order * 8 + order) * 4 + static_cast<std::uint64_t>(to_move * 2 + side);
    return zone_key({mix(2 * n + 2), mix(2 * n + 3)});
  }

  // Whether the attacker is about to place his first stone, or it is the only one on the board. So early, the win after
  // a pass is too far off to say anything about the answers, so every answer is tried.
  static bool before_second_stone(const State& s, int attacker) {
    return s.stones[attacker ^ 1].none() && s.stones[attacker].count() == (s.to_move == attacker ? 0 : 1);
  }

  // At the defender's first answer; not in a class of boards, which has too many cells for that.
  bool tries_every_answer(const State& s, int attacker) const {
    return s.to_move != attacker && before_second_stone(s, attacker) && t_.rules.one_board();
  }

  State after(const State& s, int cell, int order) const {
    assert(cell == pass || s.empty(t_).test(cell));
    if (cell == pass) return s.passed(t_, order);
    State next = s;
    next.play(t_, cell);
    return next;
  }
  static int order_after(int order, int cell) { return order + (cell == pass); }

 private:
  static ZoneKey zone_key(const Key& k) { return {k.a, static_cast<std::uint32_t>(k.b)}; }

  const LineTables<Shape>& t_;
  Zobrist<Key> zobrist_;
};

}  // namespace kinrow
