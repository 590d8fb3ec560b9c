// Games: the rules as the core has them, for perft and for random play.
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>

#include "bindings.hpp"
#include "game/perft.hpp"
#include "system/job.hpp"

using kinrow::Board;
using kinrow::Game;

Board board_of(std::string_view cells, int to_move, int left) {
  Board board;
  for (const char c : cells) board.cells.push_back(static_cast<signed char>(c == 'X' ? 0 : c == 'O' ? 1 : -1));
  board.to_move = to_move;
  board.left = left;
  return board;
}

namespace {

// What pickling keeps: the numbers that `__init__` takes. A game with lists of cells stays where it was made.
nb::tuple kept(const Game& game) {
  const kinrow::Rules& r = game.rules;
  if (game.piece || !game.avoided.empty() || game.by_ply != Game::any_ply)
    throw nb::type_error("a game for a prover alone cannot be pickled");
  return nb::make_tuple(r.rows, r.cols, r.k, r.stones, r.first, r.begins, r.exact, r.misere, r.renju, r.caro,
                        r.majority, r.turns, r.fill, r.threshold, r.more_rows, r.more_cols, r.winner);
}
void restore(Game& game, const nb::tuple& kept) {
  const auto number = [&](int i) { return nb::cast<int>(kept[i]); };
  const auto flag = [&](int i) { return nb::cast<bool>(kept[i]); };
  new (&game)
      Game(kinrow::Rules{number(0), number(1), number(2), number(3), number(4), number(5), flag(6), flag(7), flag(8),
                         flag(9), flag(10), number(11), number(12), number(13), flag(14), flag(15), number(16)});
}

class Perft {
 public:
  Perft(const Game& game, std::string_view cells, int to_move, int left, int depth) : game_(game) {
    job_.begin(
        [this, board = board_of(cells, to_move, left), depth] { result_ = kinrow::perft(game_, board, depth, stop_); });
  }
  bool wait(double seconds) { return job_.wait(seconds); }
  std::uint64_t result() const { return result_; }

 private:
  const Game game_;
  std::atomic<bool> stop_{false};
  std::uint64_t result_ = 0;
  kinrow::Job job_{stop_};  // last, so that it ends first
};

}  // namespace

void bind_game(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<Game>(module, "Game", "Rules, compiled. Signs are 0 for X and 1 for O; all was checked before.")
      .def(
          "__init__",
          [](Game* self, int rows, int cols, int k, int stones, int first, int begins, bool exact, bool misere,
             bool renju, bool caro, int turns, int fill, int threshold, bool more_rows, bool more_cols,
             const std::vector<std::vector<int>>& parts, std::vector<int> avoided, int dropped, int by_ply) {
            const kinrow::Rules rules{rows,  cols,      k,         stones,    first,      begins,
                                      exact, misere,    renju,     caro,      turns >= 0, turns < 0 ? 0 : turns,
                                      fill,  threshold, more_rows, more_cols, begins};
            parts.empty() ? new (self) Game(rules) : new (self) Game(rules, parts);
            self->avoided = std::move(avoided);
            self->dropped = dropped;
            self->by_ply = by_ply;
          },
          "rows"_a, "cols"_a, "k"_a, "stones"_a, "first"_a, "begins"_a, "exact"_a, "misere"_a, "renju"_a, "caro"_a,
          "turns"_a, "fill"_a, "threshold"_a, "more_rows"_a = false, "more_cols"_a = false,
          "parts"_a = std::vector<std::vector<int>>(), "avoided"_a = std::vector<int>(), "dropped"_a = -1,
          "by_ply"_a = Game::any_ply,
          "`turns` below 0 for a line game; `more_rows`, `more_cols` for a prover of a class of boards, `avoided` for "
          "the cells that its zones must not have, `dropped` for a stone that a null move may take away; `by_ply` for "
          "wins by that ply alone; `parts` of lines, as cells, for one of a piece.")
      .def("__getstate__", kept, nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def("__setstate__", restore, nb::sig("def __setstate__(self, kept: tuple[object, ...], /) -> None"))
      .def(
          "random_game",
          [](const Game& game, std::string_view cells, int to_move, int left, std::uint64_t seed) {
            const kinrow::Playout p = kinrow::random_game(game, board_of(cells, to_move, left), seed);
            return std::tuple{p.moves, p.legal, p.winner, p.margin};
          },
          "cells"_a, "to_move"_a, "left"_a, "seed"_a,
          "Moves, how many were legal before each, the winner (-1: none) and X's margin.");
  nb::class_<Perft>(module, "Perft", "A count of move sequences, under way.")
      .def(nb::init<const Game&, std::string_view, int, int, int>(), "game"_a, "cells"_a, "to_move"_a, "left"_a,
           "depth"_a)
      .def("wait", &Perft::wait, "seconds"_a, nb::call_guard<nb::gil_scoped_release>(), "True once it is done.")
      .def("result", &Perft::result);
}
