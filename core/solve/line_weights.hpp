// Weights of lines for sums that must stay below a bound, in fixed point: integers, so that the sums are exact and the
// same on every machine.
#pragma once
#include <cassert>
#include <cmath>
#include <cstdint>
#include <vector>

namespace kinrow {

constexpr std::uint64_t weight_unit = std::uint64_t{1} << 40;  // 1.0; sums over all lines of a board fit 64 bits

// The n-th root of x > 1, by bisection: std::pow differs between libraries.
inline double root(double x, int n) {
  assert(x > 1 && n > 0);
  double low = 1, high = x;
  for (int step = 0; step < 64; ++step) {
    const double middle = low + (high - low) / 2;
    double power = 1;
    for (int i = 0; i < n; ++i) power *= middle;
    (power < x ? low : high) = middle;
  }
  return high;
}

// first, first / base, first / base^2, …, up to first / base^most. Each is rounded up by more than the errors of
// floating point, so a sum that is below a bound is truly below it.
inline std::vector<std::uint64_t> geometric_weights(double first, double base, int most) {
  std::vector<std::uint64_t> weights;
  for (int i = 0; i <= most; ++i, first /= base)
    weights.push_back(static_cast<std::uint64_t>(std::ceil(first * static_cast<double>(weight_unit))) + 1);
  return weights;
}

}  // namespace kinrow
