// The prover: an outcome and its certificate, begun, waited for in slices, and saved meanwhile.
#include "prove/prover.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cassert>

#include "bindings.hpp"
#include "certificate/first_image.hpp"
#include "certificate/oracle_cache.hpp"
#include "certificate/strategy.hpp"
#include "certificate/writer.hpp"
#include "progress.hpp"
#include "system/file.hpp"
#include "system/job.hpp"

namespace {

using kinrow::Game;

class BoundProver {
 public:
  BoundProver(const Game& game, std::uint64_t memory, int threads)
      : game_(game), most_saved_(std::min(memory / for_checkpoints / sizeof(kinrow::SavedEntry), kinrow::most_saved)),
        prover_(kinrow::make_prover(game_, memory - memory / for_checkpoints, threads)) {
    cache_.limit(memory / for_answers);
  }

  // `lower` and `upper`: bounds that hold.
  void begin_value(std::string_view cells, int to_move, int left, int lower, int upper) {
    begin([this, board = board_of(cells, to_move, left), given = kinrow::Bounds{lower, upper}] {
      value_ = prover_->value(board, given);
    });
  }
  void begin_reaches(std::string_view cells, int to_move, int left, int goal) {
    begin([this, board = board_of(cells, to_move, left), goal] { reached_ = prover_->reaches(board, goal); });
  }
  // The same, within about `budget` positions, and a move that reaches the goal.
  void begin_move(std::string_view cells, int to_move, int left, int goal, std::uint64_t budget) {
    begin([this, board = board_of(cells, to_move, left), goal, budget] {
      reached_ = prover_->reaches(board, goal, budget);
      move_ = reached_.proven() ? prover_->reaching_move(board, goal) : -1;
    });
  }
  int move() const { return move_; }
  std::optional<bool> reached() const { return reached_.settled() ? std::optional(reached_.proven()) : std::nullopt; }
  std::vector<std::tuple<int, std::uint32_t, std::uint32_t>> moves(std::string_view cells, int to_move, int left,
                                                                   int goal) {
    std::vector<std::tuple<int, std::uint32_t, std::uint32_t>> moves;
    for (const auto& [cell, n] : prover_->moves(board_of(cells, to_move, left), goal))
      moves.emplace_back(cell, n.proof, n.disproof);
    return moves;
  }
  // Appends to `path` the tree for "`side` wins" or "`side` does not lose", which is known to be true.
  void begin_proof(std::string_view cells, int to_move, int left, int side, bool wins, const std::string& path,
                   std::uint64_t memory, int order) {
    begin([this, board = board_of(cells, to_move, left), side, wins, path, memory, order] {
      proved_ = false;
      const std::uint64_t answers = memory / for_answers;
      cache_.limit(answers);
      kinrow::File file(path, kinrow::File::Mode::append);
      const auto writer = kinrow::make_writer(game_, cache_, memory - answers, [&](const std::string& bytes) {
        file.put(bytes.data(), bytes.size());
        prover_->status().bytes += bytes.size();
      });
      const bool whole = writer->write(board, {side, wins, order});
      if (whole) tree_ = writer->summary();
      proved_ = whole;
    });
  }
  // Does `side` win by a tree of this order, within this zone if one is given? Searches the first image, except if the
  // game has cells to avoid: the image would have others. `afresh`: uses what was learned, and nothing else.
  void begin_lambda(std::string_view cells, int to_move, int left, int side, int order, std::uint64_t budget,
                    const std::optional<std::vector<int>>& within, bool afresh) {
    const auto board = board_of(cells, to_move, left);
    const auto first = game_.avoided.empty() ? kinrow::FirstImage(game_.rules, board) : kinrow::FirstImage(board);
    kinrow::LambdaQuery query{side, order, kinrow::deepest_order, budget, std::nullopt, within.has_value(), afresh};
    if (within) {
      kinrow::AnyCells zone;
      for (const int cell : *within) zone.set(cell);
      query.within = first.image(zone);
    }
    begin([this, first, query] { win_ = first.back(prover_->lambda_win(first.board(), query)); });
  }
  // The winning move, its zone, and whether the position was learned.
  std::optional<std::tuple<int, std::vector<int>, bool>> lambda_win() const {
    if (!win_.found) return std::nullopt;
    return std::tuple{win_.move, cells_of(win_.zone), win_.learned};
  }
  // Whether this position follows one that was learned, by its move. Not during a search.
  bool follows_learned(std::string_view cells, int to_move, int left, int side) {
    const kinrow::FirstImage first(game_.rules, board_of(cells, to_move, left));
    prover_->status().begin();
    return kinrow::follows_learned(*prover_, game_.rules, first.board(), side);
  }
  void learn(int side, const nb::bytes& entries) {
    const std::string_view data(entries.c_str(), entries.size());
    const nb::gil_scoped_release release;
    for (const auto& win : kinrow::unpack_strategy(game_.rules, side, data)) prover_->learn(win);
  }
  void learn_holds(const nb::bytes& entries) {
    const std::string_view data(entries.c_str(), entries.size());
    const nb::gil_scoped_release release;
    for (const auto& board : kinrow::unpack_holds(game_.rules, data)) prover_->learn_held(board);
  }
  bool wait(double seconds) { return job_.wait(seconds); }
  void stop() { job_.end(); }
  Progress progress() { return progress_of(prover_->status(), prover_->status().bytes); }
  std::tuple<int, int> value() const { return {value_.lower, value_.upper}; }
  bool proved() const { return proved_; }
  std::tuple<std::uint64_t, std::vector<int>, bool> tree() const {
    return {tree_.nodes, cells_of(tree_.zone), tree_.weak};
  }

  void advise(std::string_view cells, int to_move, int left, const std::vector<int>& game) {
    prover_->advise(board_of(cells, to_move, left), game);
  }
  std::vector<std::vector<int>> longest(std::string_view cells, int to_move, int left, std::uint32_t worth) {
    return prover_->longest(board_of(cells, to_move, left), worth);
  }

  // May be called while a search runs.
  void save(const std::string& path, const std::string& tag, std::uint64_t nodes, std::uint64_t milliseconds) {
    kinrow::Sections sections = prover_->saved(most_saved_);
    sections.insert(sections.begin(), cache_.saved());
    kinrow::save({path, tag, {nodes, milliseconds}}, sections);
  }
  std::tuple<std::uint64_t, std::uint64_t> load(const std::string& path, const std::string& tag) {
    kinrow::Checkpoint from{path, tag};
    kinrow::Sections sections = kinrow::load(from, most_saved_ + cache_.most());
    if (!sections.empty()) {
      cache_.restore(sections[0]);
      sections.erase(sections.begin());
      prover_->restore(sections);
    }
    return {from.spent[0], from.spent[1]};
  }

 private:
  static std::vector<int> cells_of(const kinrow::AnyCells& zone) {
    std::vector<int> cells;
    zone.each([&](int cell) { cells.push_back(cell); });
    return cells;
  }
  template <class Work>
  void begin(Work work) {
    stop();
    prover_->status().begin();
    job_.begin(std::move(work));
  }

  // The parts of the memory for the copy that a checkpoint needs, and for the oracle's answers: of the prover's memory
  // until a proof is written, then of the writer's.
  static constexpr std::uint64_t for_checkpoints = 16, for_answers = 16;

  const Game game_;
  const std::uint64_t most_saved_;
  std::unique_ptr<kinrow::Prover> prover_;
  kinrow::OracleCache cache_{*prover_, prover_->status().stop};
  kinrow::Bounds value_{-1, 1};
  kinrow::ProofNumbers reached_;
  int move_ = -1;
  kinrow::LambdaWin win_;
  kinrow::TreeSummary tree_;
  std::atomic<bool> proved_{false};
  kinrow::Job job_{prover_->status().stop};  // last, so that it ends first
};

// For players who follow a strategy.
void bind_strategies(nb::class_<BoundProver>& prover) {
  using namespace nb::literals;
  using Release = nb::call_guard<nb::gil_scoped_release>;
  prover.def("begin_move", &BoundProver::begin_move, "cells"_a, "to_move"_a, "left"_a, "goal"_a, "budget"_a, Release())
      .def("move", &BoundProver::move, "A move that reaches the goal of begin_move(); -1 if it is not reached.")
      .def("begin_lambda", &BoundProver::begin_lambda, "cells"_a, "to_move"_a, "left"_a, "side"_a, "order"_a,
           "budget"_a, "within"_a.none(), "afresh"_a, Release())
      .def("lambda_win", &BoundProver::lambda_win,
           "The move and the zone of the win that the last lambda search found, and whether the position itself was "
           "learned; None if it found none.")
      .def("follows_learned", &BoundProver::follows_learned, "cells"_a, "to_move"_a, "left"_a, "side"_a, Release(),
           "Whether the last move of this side may have been that of a position that was learned. Not during a search.")
      .def("learn", &BoundProver::learn, "side"_a, "entries"_a,
           "Treats a strategy's entries as proved; ValueError for other bytes. Not during a search.")
      .def("learn_holds", &BoundProver::learn_holds, "entries"_a,
           "Treats the entries of a strategy of a draw as proved; ValueError for other bytes. Not during a search.");
}

}  // namespace

void bind_prover(nb::module_& module) {
  using namespace nb::literals;
  using Release = nb::call_guard<nb::gil_scoped_release>;
  nb::class_<BoundProver> prover(module, "Prover", "A table of proof numbers, and queries of it, one at a time.");
  prover.def(nb::init<const Game&, std::uint64_t, int>(), "game"_a, "memory"_a, "threads"_a)
      .def("begin_value", &BoundProver::begin_value, "cells"_a, "to_move"_a, "left"_a, "lower"_a = -1, "upper"_a = 1,
           Release())
      .def("begin_reaches", &BoundProver::begin_reaches, "cells"_a, "to_move"_a, "left"_a, "goal"_a, Release())
      .def("begin_proof", &BoundProver::begin_proof, "cells"_a, "to_move"_a, "left"_a, "side"_a, "wins"_a, "path"_a,
           "memory"_a, "order"_a = 0, Release())
      .def("wait", &BoundProver::wait, "seconds"_a, Release(), "True once the query is answered.")
      .def("stop", &BoundProver::stop, Release(), "Ends the query; what is known can be read.")
      .def("progress", &BoundProver::progress,
           "Nodes, bounds so far, root moves settled, root moves, bytes written, depth.")
      .def("value", &BoundProver::value, "Bounds on the outcome for the side to move, from -1 to 1.")
      .def("reached", &BoundProver::reached, "Whether the goal is reached; None if the query was ended before.")
      .def("moves", &BoundProver::moves, "cells"_a, "to_move"_a, "left"_a, "goal"_a, Release(),
           "Moves, the most promising first, with the proof and the disproof number of reaching the goal with them, as "
           "the searches have left them. Not during a search.")
      .def("proved", &BoundProver::proved, "Whether the last proof was written to its end.")
      .def("tree", &BoundProver::tree,
           "Of the last proof: the positions that it lists, the cells of its zone, and whether it is weak.")
      .def("advise", &BoundProver::advise, "cells"_a, "to_move"_a, "left"_a, "game"_a,
           "Moves to try first: legal from this position on, as row-major indices, -1 for a pass, "
           "-2 - index for a move that is only played. Not during a search.")
      .def("longest", &BoundProver::longest, "cells"_a, "to_move"_a, "left"_a, "worth"_a, Release(),
           "Games from this position to the wins that took at least so many nodes to find. Not during a search.")
      .def("save", &BoundProver::save, "path"_a, "tag"_a, "nodes"_a, "milliseconds"_a, Release(),
           "Writes a checkpoint, whole or not at all; OSError if it cannot. May be called during a search.")
      .def("load", &BoundProver::load, "path"_a, "tag"_a, Release(),
           "Reads a checkpoint; what was spent before. RuntimeError with a code if it is damaged or of another game.")
      .def_static("tag_of", &kinrow::tag_of, "path"_a, Release(),
                  "The tag of a checkpoint; RuntimeError with a code for any other file.");
  bind_strategies(prover);
}
