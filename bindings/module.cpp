// The table of contents of kinrow._core.
#include "bindings.hpp"

NB_MODULE(_core, module) {
  nb::set_leak_warnings(false);  // games are cached until the interpreter ends, which it calls leaks
  module.doc() = "The compiled core of kinrow.";
  module.def("version", [] { return KINROW_VERSION; }, "The core's version.");
  bind_errors(module);
  bind_game(module);
  bind_census(module);
  bind_table(module);
  bind_solver(module);
  bind_prover(module);
  bind_play(module);
  bind_mcts(module);
  bind_engine(module);
  bind_learning(module);
}
