// The census of a game: begun, waited for in slices, and read.
#include "game/census.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "system/job.hpp"

namespace {

using kinrow::Game;

class BoundCensus {
 public:
  BoundCensus(const Game& game, std::uint64_t memory, int threads) : game_(game) {
    job_.begin([this, memory, threads] { result_ = kinrow::census(game_, memory, threads, progress_); });
  }
  bool wait(double seconds) { return job_.wait(seconds); }
  void stop() { job_.end(); }
  std::tuple<std::uint64_t, int> progress() const { return {progress_.positions, progress_.ply}; }

  using Ply =
      std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::vector<std::uint64_t>, std::vector<std::string>>;
  std::tuple<std::vector<Ply>, bool, bool> result() const {
    std::vector<Ply> plies;
    for (const kinrow::PlyCensus& p : result_.plies)
      plies.emplace_back(p.positions, p.canonical, p.canonical_finished,
                         std::vector<std::uint64_t>(p.by_result, p.by_result + 3),
                         std::vector<std::string>(p.games, p.games + 3));
    return {plies, result_.complete, result_.out_of_memory};
  }

 private:
  const Game game_;
  kinrow::CensusProgress progress_;
  kinrow::Census result_;
  kinrow::Job job_{progress_.stop};  // last, so that it ends first
};

}  // namespace

void bind_census(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<BoundCensus>(module, "Census", "A count of all reachable positions, under way.")
      .def(nb::init<const Game&, std::uint64_t, int>(), "game"_a, "memory"_a, "threads"_a)
      .def("wait", &BoundCensus::wait, "seconds"_a, nb::call_guard<nb::gil_scoped_release>(), "True once it is done.")
      .def("stop", &BoundCensus::stop, nb::call_guard<nb::gil_scoped_release>(), "Ends it; what is known can be read.")
      .def("progress", &BoundCensus::progress, "Positions so far, and the ply.")
      .def("result", &BoundCensus::result,
           "Per ply (positions, canonical, canonical finished, finished by result, games by result), results being X, "
           "O, draw; whether it is complete; whether memory ended it.");
}
