// Networks: made from their numbers, and evaluated on many positions at once.
#include "play/network.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>

#include <cstring>

#include "arrays.hpp"

namespace {

using kinrow::Game;
using kinrow::Network;
using Logits = nb::ndarray<std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

using Sizes = std::array<int, 6>;  // of a Network::Shape, in its order
Network::Shape shape_of(const Sizes& sizes) {
  const auto [reach, hidden, width, layers, pooled, stones] = sizes;
  const Network::Shape shape{reach, hidden, width, layers, pooled, stones};
  if (!Network::fits(shape)) throw nb::value_error("no network has this shape");
  return shape;
}

// `all`: numbers of 16 bits in this machine's byte order.
std::shared_ptr<Network> make_network(const Sizes& sizes, const nb::bytes& all) {
  const Network::Shape shape = shape_of(sizes);
  if (all.size() != 2 * Network::numbers(shape)) throw nb::value_error("expected as many numbers as the shape has");
  std::vector<std::int16_t> numbers(Network::numbers(shape));
  std::memcpy(numbers.data(), all.c_str(), all.size());
  for (const int n : numbers)
    if (std::abs(n) > Network::largest_weight) throw nb::value_error("a number is too large");
  const nb::gil_scoped_release release;
  return std::make_shared<Network>(shape, numbers);
}

void evaluate(const Network& network, const Game& game, const Signs& cells, const Sides& to_move, const Sides& left,
              const Logits& policy, const Logits& value) {
  const std::size_t n = cells.shape(0), size = static_cast<std::size_t>(game.rules.size());
  if (cells.shape(1) != size || to_move.shape(0) != n || left.shape(0) != n || policy.shape(0) != n ||
      policy.shape(1) != size || value.shape(0) != n || value.shape(1) != 3)
    throw nb::value_error("expected arrays of (n, cells), (n), (n), (n, cells) and (n, 3)");
  const nb::gil_scoped_release release;
  const kinrow::PlayoutTables tables(game);
  kinrow::NetworkBoard board(network, game.rules);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int8_t* const signs = cells.data() + i * size;
    board.evaluate({tables, {{signs, signs + size}, to_move.data()[i], left.data()[i]}});
    for (std::size_t c = 0; c < size; ++c) policy.data()[i * size + c] = board.policy(static_cast<int>(c));
    for (std::size_t v = 0; v < 3; ++v) value.data()[i * 3 + v] = board.value()[v];
  }
}

}  // namespace

void bind_network(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<Network>(module, "Network", "A small network over the shapes of lines, evaluated in integers.")
      .def(nb::new_(&make_network), "shape"_a, "numbers"_a,
           "Of a shape (reach, hidden, width, layers, pooled, stones), with its numbers of 16 bits.")
      .def("evaluate", &evaluate, "game"_a, "cells"_a, "to_move"_a, "left"_a, "policy"_a, "value"_a,
           "Fills `policy`, (n, cells), and `value`, (n, 3) for win, draw and loss of the side to move, with logits in "
           "parts of ONE_LOGIT; `cells` has 0 X, 1 O, -1 empty.");
  module.def(
      "network_numbers", [](const Sizes& sizes) { return Network::numbers(shape_of(sizes)); }, "shape"_a,
      "How many numbers a network of this shape has; ValueError if there is none of it.");
  module.attr("ONE_LOGIT") = kinrow::NetworkBoard::one_logit;
  module.attr("MOST_REACH") = Network::most_reach;
  module.attr("LARGEST_WEIGHT") = Network::largest_weight;
}
