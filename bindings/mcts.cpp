// Monte Carlo tree search: begun, waited for in slices, and read.
#include "play/mcts.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "system/job.hpp"
#include "system/time_control.hpp"

namespace {

using kinrow::Game;

class BoundMcts {
 public:
  BoundMcts(const Game& game, std::uint64_t memory, int threads, std::uint64_t seed,
            std::shared_ptr<kinrow::Network> network)
      : cells_(static_cast<std::size_t>(game.rules.size())),
        mcts_(kinrow::make_mcts(game, {memory, threads, seed, std::move(network)})) {}

  void begin_search(std::string_view cells, int to_move, int left, std::uint64_t simulations, double seconds,
                    std::vector<float> noise) {
    if (!noise.empty() && noise.size() != cells_) throw nb::value_error("expected noise for each cell, or none");
    stop();
    mcts_->stop = false;
    kinrow::MctsLimits limits;
    limits.simulations = simulations;
    limits.noise = std::move(noise);
    if (seconds > 0) limits.deadline = kinrow::after(std::chrono::steady_clock::now(), seconds);
    job_.begin([this, board = board_of(cells, to_move, left), limits] { result_ = mcts_->search(board, limits); });
  }
  bool wait(double seconds) { return job_.wait(seconds); }
  void stop() { job_.end(); }
  void forget() {
    stop();
    mcts_->forget();
  }
  using Move = std::tuple<int, std::uint64_t, double, int, int>;
  std::tuple<int, std::vector<Move>, int, int, std::uint64_t> result() const {
    std::vector<Move> moves;
    for (const kinrow::MoveStatistics& m : result_.moves)
      moves.emplace_back(m.cell, m.visits, m.value, m.lower, m.upper);
    return {result_.best, moves, result_.lower, result_.upper, result_.simulations};
  }
  std::tuple<std::uint64_t, std::uint64_t> progress() const { return {mcts_->simulations, mcts_->nodes()}; }

 private:
  std::size_t cells_;
  std::unique_ptr<kinrow::Mcts> mcts_;
  kinrow::MctsResult result_;
  kinrow::Job job_{mcts_->stop};  // last, so that it ends first
};

}  // namespace

void bind_mcts(nb::module_& module) {
  using namespace nb::literals;
  using Release = nb::call_guard<nb::gil_scoped_release>;
  nb::class_<BoundMcts>(module, "Mcts", "A tree, and the searches that grow it, one at a time.")
      .def(nb::init<const Game&, std::uint64_t, int, std::uint64_t, std::shared_ptr<kinrow::Network>>(), "game"_a,
           "memory"_a, "threads"_a, "seed"_a, "network"_a = nb::none())
      .def("begin_search", &BoundMcts::begin_search, "cells"_a, "to_move"_a, "left"_a, "simulations"_a = 0,
           "seconds"_a = 0.0, "noise"_a = std::vector<float>{}, Release(),
           "Limits of 0 are none. `noise`, by cell, takes the place of a quarter of the root's priors.")
      .def("wait", &BoundMcts::wait, "seconds"_a, Release(), "True once the search is over.")
      .def("stop", &BoundMcts::stop, Release(), "Ends the search; what it found can be read.")
      .def("forget", &BoundMcts::forget, Release(), "Drops the tree and starts the random streams afresh.")
      .def("result", &BoundMcts::result,
           "Best cell; (cell, visits, value, proven lower, proven upper) of each move, in order of cells, for the side "
           "to move; proven bounds of the position; simulations.")
      .def("progress", &BoundMcts::progress, "Simulations of the search under way, nodes in the tree.");
}
