#include "table/subsets.hpp"

#include <algorithm>
#include <cassert>

namespace kinrow {
namespace {

constexpr int most = 33;

std::array<std::array<std::uint64_t, most>, most> pascal() {
  std::array<std::array<std::uint64_t, most>, most> c{};
  for (std::size_t n = 0; n < most; ++n) {
    c[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) c[n][k] = c[n - 1][k - 1] + c[n - 1][k];
  }
  return c;
}

}  // namespace

std::uint64_t choose(int n, int k) {
  static const auto table = pascal();
  assert(n < most);
  return k < 0 || k > n ? 0 : table[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

std::vector<Subset> subsets(int n, int k) {
  std::vector<Subset> found;
  const std::uint64_t count = choose(n, k);
  found.reserve(count);
  std::uint64_t s = (1ULL << k) - 1;
  while (found.size() < count) {
    found.push_back(static_cast<Subset>(s));
    if (s == 0) break;
    const std::uint64_t low = s & (~s + 1), carry = s + low;  // the next number with as many bits
    s = carry | ((s ^ carry) >> (std::countr_zero(low) + 2));
  }
  return found;
}

SubsetRanks::SubsetRanks() : low_(size), high_(1 << (most_table_cells + 1 - split)) {
  for (Subset s = 1; s < size; ++s) {
    const int top = std::bit_width(s) - 1;
    low_[s] = low_[s ^ (1U << top)] + static_cast<std::uint32_t>(choose(top, std::popcount(s)));
  }
  for (Subset s = 0; s < high_.size(); ++s)
    for (int below = 0; below <= split; ++below) {
      std::uint64_t rank = 0;
      int number = below;
      for (Subset rest = s; rest != 0; rest &= rest - 1) rank += choose(split + std::countr_zero(rest), ++number);
      high_[s][static_cast<std::size_t>(below)] = static_cast<std::uint32_t>(rank);
    }
}

void CellMap::set(const int* image, int cells) {
  for (int i = 0; i < chunks; ++i) {
    auto& table = table_[static_cast<std::size_t>(i)];
    const int used = std::clamp(cells - i * width, 0, width);
    for (Subset s = 1; s < 1U << used; ++s)
      table[s] = table[s & (s - 1)] | 1U << image[i * width + std::countr_zero(s)];
  }
}

}  // namespace kinrow
