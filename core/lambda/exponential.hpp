// The exponential function of thousandths, from a table that the compiler computes: std::exp differs between libraries,
// and the node counts would differ with it.
#pragma once
#include <algorithm>
#include <array>

namespace kinrow {

constexpr int lowest_exponent = -8, highest_exponent = 6;  // beyond these, estimates make no difference
constexpr int exponent_steps = 64;                         // per unit: each step is 1.6 %

constexpr auto exponentials = [] {
  std::array<double, (highest_exponent - lowest_exponent) * exponent_steps + 1> table{};
  double value = 0.00033546262790251185;  // e^-8
  for (double& entry : table) {
    entry = value;
    value *= 1.0157477085866857;  // e^(1/64)
  }
  return table;
}();

constexpr double exponential(int thousandths) {
  const int x = std::clamp(thousandths, 1000 * lowest_exponent, 1000 * highest_exponent) - 1000 * lowest_exponent;
  return exponentials[static_cast<std::size_t>(x * exponent_steps / 1000)];
}

}  // namespace kinrow
