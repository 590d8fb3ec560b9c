// NumPy arrays in which many positions cross at once.
#pragma once
#include <nanobind/ndarray.h>

#include <cstdint>

#include "bindings.hpp"

using Signs = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;  // (positions, cells)
using Sides = nb::ndarray<const std::int8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;  // (positions): 0 for X
