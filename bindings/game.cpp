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
             const std::vector<std::vector<int>>& parts) {
            const kinrow::Rules rules{rows,  cols,      k,         stones,    first,      begins,
                                      exact, misere,    renju,     caro,      turns >= 0, turns < 0 ? 0 : turns,
                                      fill,  threshold, more_rows, more_cols, begins};
            parts.empty() ? new (self) Game(rules) : new (self) Game(rules, parts);
          },
          "rows"_a, "cols"_a, "k"_a, "stones"_a, "first"_a, "begins"_a, "exact"_a, "misere"_a, "renju"_a, "caro"_a,
          "turns"_a, "fill"_a, "threshold"_a, "more_rows"_a = false, "more_cols"_a = false,
          "parts"_a = std::vector<std::vector<int>>(),
          "`turns` below 0 for a line game; `more_rows`, `more_cols` for a prover of a class of boards, `parts` of "
          "lines, as cells, for one of a piece.")
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
