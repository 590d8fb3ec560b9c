// The table of contents of kinrow._core.
#include "bindings.hpp"

// Has another name if Python's entry is that of dispatch.cpp.
#ifndef KINROW_MODULE
#define KINROW_MODULE _core
#endif

NB_MODULE(KINROW_MODULE, module) {
  nb::set_leak_warnings(false);  // games are cached until the interpreter ends, which counts as leaks
  module.doc() = "The compiled core of kinrow.";
  module.def("version", [] { return KINROW_VERSION; }, "The core's version.");
  module.def("processor", [] { return KINROW_PROCESSOR; }, "What the core was compiled for: any, avx2 or native.");
  bind_errors(module);
  bind_game(module);
  bind_census(module);
  bind_table(module);
  bind_solver(module);
  bind_prover(module);
  bind_play(module);
  bind_network(module);
  bind_mcts(module);
  bind_engine(module);
  bind_learning(module);
}
