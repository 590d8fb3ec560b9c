// The table of contents of kinrow._core.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

NB_MODULE(_core, module) {
  module.doc() = "The compiled core of kinrow.";
  module.def("version", [] { return KINROW_VERSION; }, "The core's version.");
}
