// LineBoard: a position of a line game for the engine, on which stones are played and taken back.
//
// A stone makes a new LineState on a stack, which is cheaper than undoing what it did to the lines.
#pragma once
#include <cassert>
#include <vector>

#include "board/neighborhood.hpp"
#include "game/line_state.hpp"
#include "system/hashing.hpp"

namespace kinrow {

template <class Shape>
struct LineBoardTables {
  using Cells = typename Shape::Cells;

  explicit LineBoardTables(const Game& game)
      : lines(game), zobrist(game.rules.size()), around(cells_around<Cells>(game.rules.rows, game.rules.cols, reach)) {}

  static constexpr int reach = 2;  // steps from a stone up to which a cell is near
  LineTables<Shape> lines;
  Zobrist<std::uint64_t> zobrist;
  std::vector<Cells> around;  // by cell, the cells near it
};

template <class Shape>
class LineBoard {
 public:
  using State = LineState<Shape>;
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using Tables = LineBoardTables<Shape>;

  LineBoard(const Tables& tables, const Board& board) : t_(tables) {
    Ply first{State::from(t_.lines, board), {}, {}, 0};
    for (int c = 0; c < cells(); ++c)
      if (const int side = board.cells[static_cast<std::size_t>(c)]; side >= 0) put(first, side, c);
    plies_.reserve(static_cast<std::size_t>(first.state.empties) + 1);
    plies_.push_back(first);
    look();
  }

  const State& state() const { return plies_.back().state; }
  const LineTables<Shape>& tables() const { return t_.lines; }
  const Rules& rules() const { return t_.lines.rules; }
  int cells() const { return rules().size(); }
  int to_move() const { return state().to_move; }
  int left() const { return state().left; }
  int empties() const { return state().empties; }
  int plies() const { return cells() - empties(); }
  bool is_empty(int cell) const { return state().empty(t_.lines).test(cell); }
  bool over() const { return state().over(); }
  int winner() const { return state().line_by; }
  const Lines& threats() const { return plies_.back().threats; }  // that the opponent completes in his next turn
  Cells near() const { return plies_.back().near & state().empty(t_.lines); }
  std::uint64_t key() const { return plies_.back().key ^ mix(static_cast<std::uint64_t>(2 * left() + to_move())); }

  void play(int cell) {
    Ply next = plies_.back();
    put(next, next.state.to_move, cell);
    next.state.play(t_.lines, cell);
    plies_.push_back(next);
    look();
  }
  void undo(int cell) {
    assert(plies_.size() > 1 && !is_empty(cell));
    static_cast<void>(cell);
    plies_.pop_back();
  }

 private:
  struct Ply {
    State state;
    Lines threats;
    Cells near;  // to a stone
    std::uint64_t key;
  };

  void put(Ply& ply, int side, int cell) const {
    ply.near |= t_.around[static_cast<std::size_t>(cell)];
    ply.key ^= t_.zobrist(side, cell);
  }

  void look() {
    Ply& now = plies_.back();
    now.threats = now.state.within(t_.lines, now.state.to_move ^ 1, rules().stones);
  }

  const Tables& t_;
  std::vector<Ply> plies_;
};

}  // namespace kinrow
