// The brain: begun, waited for in slices, read; its clock runs from `begin_search`.
#include "play/brain.hpp"

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "solve/job.hpp"

namespace {

using kinrow::Game;

class Brain {
 public:
  Brain(const Game& game, std::uint64_t memory, int threads) : brain_(kinrow::make_brain(game, memory, threads)) {}
  ~Brain() { stop(); }

  void begin_search(std::string_view cells, int to_move, int left, int depth, double seconds) {
    using Clock = std::chrono::steady_clock;
    kinrow::BrainLimits limits;
    limits.start = Clock::now();
    limits.depth = depth;
    if (seconds > 0)
      limits.deadline = limits.start + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(std::min(seconds, 1e8)));
    stop();
    brain_->stop = false;
    job_ = std::make_unique<kinrow::Job>(
        [this, board = board_of(cells, to_move, left), limits] { result_ = brain_->search(board, limits); });
  }
  bool wait(double seconds) {
    if (job_ && !job_->wait(seconds)) return false;
    job_.reset();
    return true;
  }
  void stop() {
    brain_->stop = true;
    job_.reset();
  }
  void forget() {
    stop();
    brain_->forget();
  }
  std::tuple<int, int, int, std::vector<int>, std::uint64_t> result() const {
    return {result_.cell, result_.score, result_.depth, result_.line, result_.nodes};
  }
  std::tuple<std::uint64_t, int> progress() const { return {brain_->nodes, brain_->depth}; }

 private:
  std::unique_ptr<kinrow::Brain> brain_;
  kinrow::BrainResult result_;
  std::unique_ptr<kinrow::Job> job_;
};

}  // namespace

void bind_brain(nb::module_& module) {
  using namespace nb::literals;
  using Release = nb::call_guard<nb::gil_scoped_release>;
  nb::class_<Brain>(module, "Brain", "Alpha-beta with shapes and threat searches; one search at a time.")
      .def(nb::init<const Game&, std::uint64_t, int>(), "game"_a, "memory"_a, "threads"_a)
      .def("begin_search", &Brain::begin_search, "cells"_a, "to_move"_a, "left"_a, "depth"_a = 0, "seconds"_a = 0.0,
           Release(), "Limits of 0 are none.")
      .def("wait", &Brain::wait, "seconds"_a, Release(), "True once the search is over.")
      .def("stop", &Brain::stop, Release(), "Ends the search; what it found can be read.")
      .def("forget", &Brain::forget, Release())
      .def("result", &Brain::result,
           "Cell (-1 if stopped before there was one), score for the side to move, depth, line of best play, nodes. "
           "Beyond 20000 a forced win or loss was seen, 30000 less the score stones away.")
      .def("progress", &Brain::progress, "Nodes and depth of the search under way.");
}
