// The brain: begun, waited for in slices, read; its clock runs from `begin_search`.
#include "play/brain.hpp"

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "system/job.hpp"

namespace {

using kinrow::Game;
using Clock = std::chrono::steady_clock;

class Brain {
 public:
  Brain(const Game& game, std::uint64_t memory, int threads) : brain_(kinrow::make_brain(game, memory, threads)) {}

  void begin_search(std::string_view cells, int to_move, int left, int depth, double seconds) {
    limits_ = {depth, Clock::now(), {}};
    if (seconds > 0) limits_.deadline = limits_.start + span(std::min(seconds, 1e8));
    job_.end();
    brain_->stop = false;
    const kinrow::Board board = board_of(cells, to_move, left);
    brain_->tell(brain_->glance(board));
    job_.begin([this, board, limits = limits_] { brain_->tell(brain_->search(board, limits)); });
  }
  // A search ends by itself when its time is up. One that has not a little later was set aside by the system: it is
  // told to stop, and not waited for.
  bool wait(double seconds) {
    const bool timed = limits_.deadline.time_since_epoch().count() != 0;
    const auto latest = limits_.deadline + patience;
    if (timed) seconds = std::min(seconds, std::chrono::duration<double>(latest - Clock::now()).count());
    if (job_.wait(std::max(seconds, 0.0))) return true;
    if (!timed || Clock::now() < latest) return false;
    stop();
    return true;
  }
  void stop() { brain_->stop = true; }
  void forget() {
    job_.end();
    brain_->forget();
  }
  std::tuple<int, int, int, std::vector<int>, std::uint64_t> result() const {
    const kinrow::BrainResult best = brain_->best();
    return {best.cell, best.score, best.depth, best.line, best.nodes};
  }
  std::tuple<std::uint64_t, int> progress() const { return {brain_->nodes, brain_->depth}; }

 private:
  static constexpr std::chrono::milliseconds patience{2};
  static Clock::duration span(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  std::unique_ptr<kinrow::Brain> brain_;
  kinrow::BrainLimits limits_;
  kinrow::Job job_{brain_->stop};  // last: it ends first
};

}  // namespace

void bind_brain(nb::module_& module) {
  using namespace nb::literals;
  using Release = nb::call_guard<nb::gil_scoped_release>;
  nb::class_<Brain>(module, "Brain", "Alpha-beta with shapes and threat searches; one search at a time.")
      .def(nb::init<const Game&, std::uint64_t, int>(), "game"_a, "memory"_a, "threads"_a)
      .def("begin_search", &Brain::begin_search, "cells"_a, "to_move"_a, "left"_a, "depth"_a = 0, "seconds"_a = 0.0,
           Release(), "Limits of 0 are none.")
      .def("wait", &Brain::wait, "seconds"_a, Release(), "True once the search is over, or its time is.")
      .def("stop", &Brain::stop, "Ends the search, at any moment and from any thread; what it found can be read.")
      .def("forget", &Brain::forget, Release())
      .def("result", &Brain::result,
           "Cell, score for the side to move, depth, line of best play, nodes. "
           "Beyond 20000 a forced win or loss was seen, 30000 less the score stones away.")
      .def("progress", &Brain::progress, "Nodes and depth of the search under way.");
}
