// The engine: a search is begun, waited for in slices, and read. Its clock runs from `begin_search`.
#include "play/engine.hpp"

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "prove/prover.hpp"
#include "system/job.hpp"
#include "system/time_control.hpp"
#include "weights.hpp"

namespace {

using kinrow::Game;
using Clock = std::chrono::steady_clock;

class BoundEngine {
 public:
  BoundEngine(const Game& game, std::uint64_t memory, int threads, const nb::bytes& weights,
              const nb::bytes& correction)
      : engine_(made(game, memory, threads, engine_weights(game, weights, correction))) {}

  void begin_search(std::string_view cells, int to_move, int left, int depth, std::uint64_t nodes, double seconds,
                    double target, std::vector<int> excluded, bool value_only_move) {
    limits_ = {depth, Clock::now(), {}, {}, nodes, std::move(excluded), value_only_move};
    if (seconds > 0) limits_.deadline = kinrow::after(limits_.start, seconds);
    if (target > 0) limits_.target = kinrow::after(limits_.start, target);
    job_.end();
    engine_->stop = false;
    const kinrow::Board board = board_of(cells, to_move, left);
    engine_->publish(engine_->instant_move(board, limits_));
    job_.begin([this, board, limits = limits_] { engine_->publish(engine_->search(board, limits)); });
  }
  // A search ends by itself when its time is up. If it has not ended a little later, the system has suspended its
  // thread; then it is asked to stop, and not waited for.
  bool wait(double seconds) {
    const bool timed = kinrow::is_set(limits_.deadline);
    const auto latest = limits_.deadline + patience;
    if (timed) seconds = std::min(seconds, std::chrono::duration<double>(latest - Clock::now()).count());
    if (job_.wait(std::max(seconds, 0.0))) return true;
    if (!timed || Clock::now() < latest) return false;
    stop();
    return true;
  }
  void stop() { engine_->stop = true; }
  void forget() {
    job_.end();
    engine_->forget();
  }
  std::tuple<int, int, int, std::vector<int>, std::uint64_t> result() const {
    const kinrow::EngineResult best = engine_->best();
    return {best.cell, best.score, best.depth, best.line, std::max(best.nodes, engine_->nodes.load())};
  }
  std::tuple<std::uint64_t, int> progress() const { return {engine_->nodes, engine_->depth}; }

 private:
  // The tables of some rules take a tenth of a second, in which other threads go on.
  static std::unique_ptr<kinrow::Engine> made(const Game& game, std::uint64_t memory, int threads,
                                              const kinrow::EngineWeights& weights) {
    const nb::gil_scoped_release release;
    return kinrow::make_engine(game, memory, threads, weights, &kinrow::make_lambda_oracle);
  }
  static constexpr std::chrono::milliseconds patience{2};  // far less than a player's allowance for lag

  std::unique_ptr<kinrow::Engine> engine_;
  kinrow::EngineLimits limits_;
  kinrow::Job job_{engine_->stop};  // last, so that it ends first
};

}  // namespace

void bind_engine(nb::module_& module) {
  using namespace nb::literals;
  using Release = nb::call_guard<nb::gil_scoped_release>;
  nb::class_<BoundEngine>(module, "Engine", "Alpha-beta with patterns and threat searches; one search at a time.")
      .def(nb::init<const Game&, std::uint64_t, int, const nb::bytes&, const nb::bytes&>(), "game"_a, "memory"_a,
           "threads"_a, "weights"_a = nb::bytes("", 0), "correction"_a = nb::bytes("", 0),
           "WEIGHTS numbers of 16 bits, none for those set by hand, and the numbers of a correction, or none.")
      .def("begin_search", &BoundEngine::begin_search, "cells"_a, "to_move"_a, "left"_a, "depth"_a = 0,
           "nodes"_a = std::uint64_t{0}, "seconds"_a = 0.0, "target"_a = 0.0, "excluded"_a = std::vector<int>{},
           "value_only_move"_a = true, Release(),
           "Ends after `seconds` at the latest, and near `target` as a rule. A limit of 0 is none. The cells that are "
           "excluded are not chosen; the result is cell -1 if no other one is worth a look. Without "
           "`value_only_move`, a position with one move is not searched, and its score is 0.")
      .def("wait", &BoundEngine::wait, "seconds"_a, Release(), "True once the search is over, or its time is.")
      .def("stop", &BoundEngine::stop,
           "Ends the search, at any moment and from any thread; what it has found can be read.")
      .def("forget", &BoundEngine::forget, Release())
      .def(
          "result", &BoundEngine::result,
          "Cell, score for the side to move, depth, line of best play, nodes. "
          "A score beyond 20000 is a forced win (or loss, if negative). The higher, the sooner: 30000 - |score| is the "
          "number of stones if there are few, and the fewest that it could be if there are more.")
      .def("progress", &BoundEngine::progress, "Nodes and depth of the running search.");
}
