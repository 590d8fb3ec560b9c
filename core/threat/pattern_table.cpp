#include "threat/pattern_table.hpp"

#include <algorithm>

namespace kinrow {

PatternTable::PatternTable(const Rules& r)
    : k_(r.k), reach_(r.exact ? r.k : r.k - 1), exact_(r.exact), low_((1ULL << reach_) - 1),
      all_((1ULL << 2 * reach_) - 1), table_(1ULL << 4 * reach_, patterns) {
  const int cells = 2 * reach_;
  std::uint64_t states = 1;
  for (int i = 0; i < cells; ++i) states *= 3;
  for (std::uint64_t state = 0; state < states; ++state) {  // each cell empty, own or shut
    std::uint64_t own = 1ULL << reach_, shut = 0, rest = state;
    for (int i = 0; i <= cells; ++i) {
      if (i == reach_) continue;
      if (rest % 3 == 1) own |= 1ULL << i;
      if (rest % 3 == 2) shut |= 1ULL << i;
      rest /= 3;
    }
    find(own, shut);
  }
  fill_pairs();
}

void PatternTable::fill_pairs() {
  const std::uint64_t all = (1ULL << 2 * reach_) - 1;
  const auto at = [&](std::uint64_t own, std::uint64_t shut) {
    return table_[static_cast<std::size_t>((own & ~shut) | shut << 2 * reach_)];
  };
  pairs_.reserve(table_.size());
  for (std::uint64_t state = 0; state < table_.size(); ++state) {
    const std::uint64_t x = state & all, o = state >> 2 * reach_;
    pairs_.emplace_back(at(x, o), at(o, x));
  }
  table_ = {};
}

bool PatternTable::completes(std::uint64_t own) const {  // is there a line through the middle?
  int length = 1;
  for (int i = reach_ - 1; i >= 0 && own >> i & 1; --i) ++length;
  for (int i = reach_ + 1; i <= 2 * reach_ && own >> i & 1; ++i) ++length;
  return exact_ ? length == k_ : length >= k_;
}

Pattern PatternTable::find(std::uint64_t own, std::uint64_t shut) {
  Pattern& known = table_[index(own, shut)];
  if (known != patterns) return known;
  if (completes(own)) return known = five;
  int fives = 0;
  Pattern best = nothing;
  for (int i = 0; i <= 2 * reach_; ++i) {
    const std::uint64_t bit = 1ULL << i;
    if ((own | shut) & bit) continue;
    const Pattern next = find(own | bit, shut);
    fives += next == five;
    if (next != five) best = std::max(best, next);
  }
  constexpr Pattern down[] = {nothing, nothing, nothing, one, open_one, two, open_two, three, open_three};
  if (fives > 0) return known = fives > 1 ? open_four : four;
  return known = down[best];
}

}  // namespace kinrow
