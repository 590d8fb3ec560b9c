// The solver: queries are begun, waited for in slices, and read; a short one is answered before `begin` returns.
#include "solve/solver.hpp"

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>

#include "bindings.hpp"
#include "progress.hpp"
#include "system/job.hpp"

namespace {

using kinrow::Aim;
using kinrow::Bounds;
using kinrow::Game;

// Nodes that are searched first; on the caller's own thread if they take it a few milliseconds. Only on boards of one
// word, where a search is not too deep for the stack of any thread.
constexpr std::uint64_t short_query = 20'000;
constexpr int small_board = 64;

class BoundSolver {
 public:
  using Pair = std::tuple<int, int>;
  using Triple = std::tuple<int, int, int>;
  using Boards = std::vector<std::tuple<std::string_view, int, int>>;

  BoundSolver(const Game& game, std::uint64_t memory, int threads)
      : game_(game), solver_(kinrow::make_solver(game_, memory, threads)) {}

  void begin_value(std::string_view cells, int to_move, int left, bool exact, std::uint64_t limit) {
    begin(limit, [this, board = board_of(cells, to_move, left), aim = aim_of(exact)](std::uint64_t nodes) {
      const Bounds b = solver_->value(board, aim, nodes);
      values_ = {{b.lower, b.upper}};
      return settled(b, aim);
    });
  }
  // Many boards, each with its own limit; they share the table. `given`: bounds on each, or none at all.
  void begin_values(const Boards& boards, bool exact, std::uint64_t limit, const std::vector<Pair>& given) {
    std::vector<kinrow::Board> all;
    for (const auto& [cells, to_move, left] : boards) all.push_back(board_of(cells, to_move, left));
    std::vector<Bounds> bounds;
    for (const auto& [lower, upper] : given) bounds.push_back({lower, upper});
    if (!bounds.empty() && bounds.size() != all.size()) throw std::invalid_argument("bounds for each board, or none");
    begin(0, [this, all = std::move(all), bounds = std::move(bounds), aim = aim_of(exact), limit](std::uint64_t) {
      values_.clear();
      for (const Bounds& b : solver_->values(all, aim, limit, bounds)) values_.emplace_back(b.lower, b.upper);
      return true;
    });
  }
  void begin_moves(std::string_view cells, int to_move, int left, bool exact, std::uint64_t limit) {
    begin(limit, [this, board = board_of(cells, to_move, left), aim = aim_of(exact)](std::uint64_t nodes) {
      moves_.clear();
      bool all = true;
      for (const kinrow::MoveBounds& m : solver_->moves(board, aim, nodes)) {
        moves_.emplace_back(m.cell, m.bounds.lower, m.bounds.upper);
        all = all && settled(m.bounds, aim);
      }
      return all;
    });
  }
  void begin_line(std::string_view cells, int to_move, int left, bool exact, int lower, int upper,
                  std::uint64_t limit) {
    begin(limit, [this, board = board_of(cells, to_move, left), aim = aim_of(exact),
                  value = Bounds{lower, upper}](std::uint64_t nodes) {
      line_ = solver_->line(board, aim, value, nodes);
      return !solver_->exhausted();
    });
  }

  bool wait(double seconds) { return job_.wait(seconds); }
  void stop() { job_.end(); }
  Progress progress() { return progress_of(solver_->status(), solver_->status().boards); }
  const std::vector<Pair>& values() const { return values_; }
  const std::vector<Triple>& moves() const { return moves_; }
  const std::vector<int>& line() const { return line_; }
  std::uint64_t table_bytes() const { return solver_->table_bytes(); }

 private:
  static Aim aim_of(bool exact) { return exact ? Aim::exact : Aim::outcome; }

  template <class Work>  // work(nodes) -> whether it is done
  void begin(std::uint64_t limit, Work work) {
    stop();
    solver_->status().begin();
    const bool small = limit != 0 && game_.rules.size() <= small_board, here = small && cheap_nodes();
    const auto is_short = [limit](Work& of) { return of(std::min(limit, short_query)) || limit <= short_query; };
    if (here && is_short(work)) return;
    job_.begin([this, work = std::move(work), is_short, limit, first = small && !here]() mutable {
      if (first && (is_short(work) || solver_->status().stop)) return;
      work(limit);
    });
  }
  // Not if nodes evaluate all pairs of cells, or the rules of renju and caro: then a short query may take a second.
  bool cheap_nodes() const { return !game_.rules.special() && !game_.rules.majority; }

  const Game game_;
  std::unique_ptr<kinrow::Solver> solver_;
  std::vector<Pair> values_;
  std::vector<Triple> moves_;
  std::vector<int> line_;
  kinrow::Job job_{solver_->status().stop};  // last, so that it ends first
};

}  // namespace

void bind_solver(nb::module_& module) {
  using namespace nb::literals;
  using Release = nb::call_guard<nb::gil_scoped_release>;
  nb::class_<BoundSolver>(module, "Solver", "A table, and queries of it, one at a time.")
      .def(nb::init<const Game&, std::uint64_t, int>(), "game"_a, "memory"_a, "threads"_a)
      .def("begin_value", &BoundSolver::begin_value, "cells"_a, "to_move"_a, "left"_a, "exact"_a, "limit"_a, Release())
      .def("begin_values", &BoundSolver::begin_values, "boards"_a, "exact"_a, "limit"_a,
           "given"_a = std::vector<BoundSolver::Pair>(), Release())
      .def("begin_moves", &BoundSolver::begin_moves, "cells"_a, "to_move"_a, "left"_a, "exact"_a, "limit"_a, Release())
      .def("begin_line", &BoundSolver::begin_line, "cells"_a, "to_move"_a, "left"_a, "exact"_a, "lower"_a, "upper"_a,
           "limit"_a, Release())
      .def("wait", &BoundSolver::wait, "seconds"_a, Release(), "True once the query is answered.")
      .def("stop", &BoundSolver::stop, Release(), "Ends the query; what is known can be read.")
      .def("progress", &BoundSolver::progress, "Nodes, bounds so far, root move, root moves, boards done, depth.")
      .def("values", &BoundSolver::values)
      .def("moves", &BoundSolver::moves)
      .def("line", &BoundSolver::line)
      .def("table_bytes", &BoundSolver::table_bytes);
}
