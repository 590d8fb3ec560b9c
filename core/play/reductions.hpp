// Reductions: how many plies less deep a late move is searched first, by depth and number of the move: more for later
// moves and deeper searches, by the product of their logarithms, as in chess programs.
#pragma once
#include <algorithm>
#include <array>

namespace kinrow {

class Reductions {
 public:
  // `late`, `very_late`: the moves from which on a reduction is one ply at least, and two from depth `least_twice` on.
  struct Constants {
    double base, divisor;
    int late, very_late, least_twice;
  };

  constexpr explicit Reductions(const Constants& c) {
    std::array<double, most + 1> log{};
    for (int n = 1; n <= most; ++n) log[n] = logarithm(n);
    for (int depth = 1; depth < most; ++depth)
      for (int i = 1; i < most; ++i) {
        const int least = (i >= c.late) + (i >= c.very_late && depth >= c.least_twice);
        const int less = std::max(least, static_cast<int>(c.base + log[depth] * log[i + 1] / c.divisor));
        plies_[depth][i] = std::min(less, depth - 1);
      }
  }
  constexpr int operator()(int move, int depth) const {
    return plies_[std::min(depth, most - 1)][std::min(move, most - 1)];
  }

 private:
  static constexpr int most = 64;  // larger depths and move numbers use the last entry of the table
  // The logarithm of a whole number, by ln(n) - ln(n-1) = 2 artanh(1 / (2n-1)): std::log is not known to the compiler,
  // and differs between libraries.
  static constexpr double logarithm(int n) {
    double sum = 0;
    for (int i = 2; i <= n; ++i) {
      const double x = 1.0 / (2 * i - 1);
      double power = x;
      for (int term = 1; term < 40; term += 2, power *= x * x) sum += 2 * power / term;
    }
    return sum;
  }

  std::array<std::array<int, most>, most> plies_{};
};

}  // namespace kinrow
