// What `kinrow learn` needs from the core: the features of positions, and the shape of the weights.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "threat/pattern_features.hpp"
#include "weights.hpp"

namespace {

using kinrow::Board;
using kinrow::Game;
using Classes = nb::ndarray<std::uint16_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Corrections = nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Levels = nb::ndarray<std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void fill_features(const Game& game, const Signs& cells, const Sides& to_move, const Classes& classes,
                   const Levels& levels) {
  const std::size_t n = cells.shape(0), size = static_cast<std::size_t>(game.rules.size());
  if (!kinrow::PatternBoard::plays(game.rules)) throw nb::value_error("this game has no patterns");
  if (cells.shape(1) != size || to_move.shape(0) != n || classes.shape(0) != n || classes.shape(1) != 2 ||
      classes.shape(2) != size || levels.shape(0) != n || levels.shape(1) != 2)
    throw nb::value_error("expected arrays of (n, cells), (n), (n, 2, cells) and (n, 2)");
  const nb::gil_scoped_release release;
  const kinrow::PatternTables tables(game);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int8_t* const signs = cells.data() + i * size;
    const Board board{{signs, signs + size}, to_move.data()[i], 1};
    kinrow::pattern_features(tables, board, classes.data() + i * 2 * size, levels.data() + 2 * i);
  }
}

std::vector<std::vector<int>> pattern_classes() {
  std::vector<std::vector<int>> all;
  for (const auto& four : kinrow::patterns_of_classes()) all.emplace_back(four.begin(), four.end());
  return all;
}

// In the order of PatternTable::index: 10 * the pattern of the side whose stones come first + that of the other side.
nb::bytes window_patterns(const Game& game) {
  correction_numbers(game);
  const kinrow::PatternTable table(game.rules);
  std::vector<std::uint8_t> all;
  for (std::size_t i = 0; i < table.size(); ++i)
    all.push_back(static_cast<std::uint8_t>(kinrow::patterns * table.at(i).x() + table.at(i).o()));
  return nb::bytes(all.data(), all.size());
}

void fill_corrections(const Game& game, const nb::bytes& weights, const nb::bytes& correction, const Signs& cells,
                      const Sides& to_move, const Corrections& values) {
  const std::size_t n = cells.shape(0), size = static_cast<std::size_t>(game.rules.size());
  const kinrow::EngineWeights known = engine_weights(game, weights, correction);
  if (known.correction.empty()) throw nb::value_error("expected the numbers of a correction");
  if (cells.shape(1) != size || to_move.shape(0) != n || values.shape(0) != n)
    throw nb::value_error("expected arrays of (n, cells), (n) and (n)");
  const nb::gil_scoped_release release;
  const kinrow::PatternTables tables(game, known.patterns);
  const kinrow::Correction network(tables, known.correction);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int8_t* const signs = cells.data() + i * size;
    const Board board{{signs, signs + size}, to_move.data()[i], 1};
    values.data()[i] = kinrow::CorrectionBoard(network, board).value(kinrow::PatternBoard(tables, board));
  }
}

}  // namespace

void bind_learning(nb::module_& module) {
  using namespace nb::literals;
  using kinrow::Correction;
  using kinrow::PatternWeights;
  module.def(
      "weights_by_hand", [] { return PatternWeights::by_hand().all(); }, "The weights set by hand, WEIGHTS numbers.");
  module.def("pattern_classes", &pattern_classes, "The four patterns of each class, in the order of the weights.");
  module.def("pattern_features", &fill_features, "game"_a, "cells"_a, "to_move"_a, "classes"_a, "levels"_a,
             "Fills `classes`, (n, 2, cells), and `levels`, (n, 2), for the side to move and its opponent; 65535 in "
             "place of the class of a cell with a stone.");
  module.def("has_patterns", [](const Game& game) { return kinrow::PatternBoard::plays(game.rules); }, "game"_a);
  module.def("correction_numbers", &correction_numbers, "game"_a, "How many numbers a correction for this game has.");
  module.def(
      "window_patterns", &window_patterns, "game"_a,
      "A byte per window: 10 * the pattern of one's own stone on its middle + that of an opponent's. The bits of a "
      "window's number: on which cells but the middle one may not pass, or has a stone; then the same for the "
      "opponent; cells beyond the board are in both.");
  module.def("corrections", &fill_corrections, "game"_a, "weights"_a, "correction"_a, "cells"_a, "to_move"_a,
             "values"_a, "Fills `values`, (n), with what the correction adds, for the side to move.");
  module.attr("CORRECTION_WIDTH") = +Correction::width;
  module.attr("CORRECTION_HIDDEN") = +Correction::hidden;
  module.attr("CORRECTION_LAYER") = +Correction::layer;
  module.attr("PATTERNS") = static_cast<int>(kinrow::patterns);
  module.attr("THREAT_LEVELS") = static_cast<int>(kinrow::threat_levels);
  module.attr("LATE_SHARE") = PatternWeights::late_share;
  module.attr("WEIGHTS") = PatternWeights::numbers;
}
