// What each file of the bindings adds to the module, and the conversions that they share.
#pragma once
#include <nanobind/nanobind.h>

#include <string_view>

#include "game/game.hpp"

namespace nb = nanobind;

void bind_errors(nb::module_& module);
void bind_game(nb::module_& module);
void bind_census(nb::module_& module);
void bind_table(nb::module_& module);
void bind_solver(nb::module_& module);
void bind_prover(nb::module_& module);
void bind_play(nb::module_& module);
void bind_mcts(nb::module_& module);
void bind_engine(nb::module_& module);
void bind_learning(nb::module_& module);
void bind_network(nb::module_& module);

// Cells cross as text, row by row: X, O, or anything else for empty.
kinrow::Board board_of(std::string_view cells, int to_move, int left);
