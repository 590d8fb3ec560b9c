// The reference of the C++ tests: plain minimax on the core's rules, and random small games.
#pragma once
#include <algorithm>
#include <array>
#include <map>
#include <random>

#include "game/position.hpp"
#include "solve/solver.hpp"

namespace brute {

using namespace kinrow;

inline int final_value(const Tables<1>& t, const Position<1>& p) {
  const Rules& r = t.game->rules;
  if (r.majority) return p.to_move == X ? p.margin(t) : -p.margin(t);
  const int w = p.winner(t), score = p.empty(t).count() + 1;
  return w < 0 ? 0 : w == p.to_move ? score : -score;
}

class Minimax {
 public:
  explicit Minimax(const Game& g) : t_(g) {}
  int value(const Board& b) { return value(Position<1>::from(t_, b)); }
  bool over(const Board& b) const { return Position<1>::from(t_, b).over; }
  bool wins(const Board& b, int side) { return (b.to_move == side ? value(b) : -value(b)) > 0; }
  // For the side that makes the move.
  int value_of_move(const Board& b, int cell) {
    Position<1> child = Position<1>::from(t_, b);
    child.play(t_, cell);
    return child.to_move == b.to_move ? value(child) : -value(child);
  }
  int value(const Position<1>& p) {
    if (p.over) return final_value(t_, p);
    const std::array<std::uint64_t, 4> key{p.stones[X].word[0], p.stones[O].word[0],
                                           static_cast<std::uint64_t>(p.to_move), static_cast<std::uint64_t>(p.left)};
    if (const auto known = memo_.find(key); known != memo_.end()) return known->second;
    int best = -1000;
    for (Bits<1> moves = p.legal(t_); moves.any();) {
      Position<1> child = p;
      child.play(t_, moves.pop());
      best = std::max(best, child.to_move == p.to_move ? value(child) : -value(child));
    }
    return memo_[key] = best;
  }

 private:
  Tables<1> t_;
  std::map<std::array<std::uint64_t, 4>, int> memo_;
};

struct Dice {
  std::mt19937 generator;
  int operator()(int low, int high) {  // both included; the same on every platform, unlike std's distributions
    return low + static_cast<int>(generator() % static_cast<unsigned>(high - low + 1));
  }
};

inline Rules line(int rows, int cols, int k) {
  Rules r;
  r.rows = rows;
  r.cols = cols;
  r.k = k;
  return r;
}

inline Rules any_rules(Dice& dice, int most_cells) {
  Rules r;
  do {
    r.rows = dice(1, 4);
    r.cols = dice(1, 5);
  } while (r.size() > most_cells);
  r.k = dice(1, 5);
  r.stones = dice(1, 3);
  r.first = dice(1, 3);
  r.begins = dice(0, 1);
  if (dice(0, 2) == 0 && r.first <= r.size()) {
    r.majority = true;
    r.turns = dice(1, 1 + (r.size() - r.first) / r.stones);
    r.fill = dice(0, 1);
    r.threshold = dice(1, r.k);
  } else {
    r.exact = dice(0, 2) == 0;
    r.misere = dice(0, 2) == 0;
  }
  return r;
}

// Without line counting.
inline Rules any_line_rules(Dice& dice, int most_cells) {
  Rules r = any_rules(dice, most_cells);
  r.majority = false;
  r.turns = 0;
  return r;
}

// A board reached by random play, with at most `most_empty` empty cells unless the game ended before.
inline Board any_board(const Game& g, Dice& dice, int most_empty) {
  const Tables<1> t(g);
  Position<1> p = Position<1>::from(t, g.start());
  while (!p.over && (p.empty(t).count() > most_empty || dice(0, 2) == 0)) {
    Bits<1> moves = p.legal(t);
    int cell = moves.pop();
    for (int skip = dice(0, moves.count()); skip > 0; --skip) cell = moves.pop();
    p.play(t, cell);
  }
  Board b = g.start();
  for (int c = 0; c < g.rules.size(); ++c)
    b.cells[c] = static_cast<signed char>(p.stones[X].test(c) ? X : p.stones[O].test(c) ? O : -1);
  b.to_move = p.to_move;
  b.left = p.left;
  return b;
}

// The board with stones of `side` on up to `count` of these cells.
inline Board with_more(const Board& board, int side, Bits<1> cells, int count, Dice& dice) {
  Board b = board;
  for (int left = count; left > 0 && cells.any(); --left) {
    Bits<1> rest = cells;
    for (int skip = dice(0, cells.count() - 1); skip > 0; --skip) rest.pop();
    const int cell = rest.lowest();
    cells.reset(cell);
    b.cells[static_cast<std::size_t>(cell)] = static_cast<signed char>(side);
  }
  return b;
}

}  // namespace brute
