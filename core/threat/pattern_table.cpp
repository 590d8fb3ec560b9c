#include "threat/pattern_table.hpp"

#include <algorithm>
#include <utility>

namespace kinrow {

PatternTable::PatternTable(const Rules& r)
    : k_(r.k), reach_(reach_of(r)), caro_(r.caro), low_((1ULL << reach_) - 1), all_((1ULL << 2 * reach_) - 1) {
  fill(r.exact_for(X));
  if (r.exact_for(X) == r.exact_for(O)) {
    fill_pairs(table_, table_);
  } else {
    const std::vector<Pattern> of_x = std::move(table_);
    fill(r.exact_for(O));
    fill_pairs(of_x, table_);
  }
  table_ = {};
}

void PatternTable::fill(bool exact) {
  exact_ = exact;
  table_.assign(1ULL << 4 * reach_, patterns);
  const std::uint64_t kinds = caro_ ? 4 : 3;  // of a cell: empty, own, shut, and in caro beyond the board
  const int cells = 2 * reach_;
  std::uint64_t states = 1;
  for (int i = 0; i < cells; ++i) states *= kinds;
  for (std::uint64_t state = 0; state < states; ++state) {
    std::uint64_t own = 1ULL << reach_, shut = 0, rest = state;
    for (int i = 0; i <= cells; ++i) {
      if (i == reach_) continue;
      if (rest % kinds == 1 || rest % kinds == 3) own |= 1ULL << i;
      if (rest % kinds >= 2) shut |= 1ULL << i;
      rest /= kinds;
    }
    find(own, shut);
  }
}

void PatternTable::fill_pairs(const std::vector<Pattern>& of_x, const std::vector<Pattern>& of_o) {
  const std::uint64_t all = (1ULL << 2 * reach_) - 1;
  const auto at = [&](const std::vector<Pattern>& table, std::uint64_t own, std::uint64_t shut) {
    return table[static_cast<std::size_t>((caro_ ? own : own & ~shut) | shut << 2 * reach_)];
  };
  pairs_.reserve(table_.size());
  for (std::uint64_t state = 0; state < table_.size(); ++state) {
    const std::uint64_t x = state & all, o = state >> 2 * reach_;
    pairs_.emplace_back(at(of_x, x, o), at(of_o, o, x));
  }
}

bool PatternTable::completes(std::uint64_t own, std::uint64_t shut) const {  // is there a line through the middle?
  const std::uint64_t stones = own & ~shut;
  int low = reach_, high = reach_;
  while (low > 0 && stones >> (low - 1) & 1) --low;
  while (high < 2 * reach_ && stones >> (high + 1) & 1) ++high;
  const int length = high - low + 1;
  if (!exact_ || length != k_) return !exact_ && length >= k_;
  const std::uint64_t closed = shut & ~own;
  return !caro_ || (closed >> (low - 1) & closed >> (high + 1) & 1) == 0;
}

bool PatternTable::completed_somewhere(std::uint64_t own, std::uint64_t shut) {
  for (int i = 0; i <= 2 * reach_; ++i)
    if (const std::uint64_t bit = 1ULL << i; ((own | shut) & bit) == 0 && find(own | bit, shut) == five) return true;
  return false;
}

bool PatternTable::stopped_by_one(std::uint64_t own, std::uint64_t shut) {
  for (int i = 0; i <= 2 * reach_; ++i)
    if (const std::uint64_t bit = 1ULL << i; ((own | shut) & bit) == 0 && !completed_somewhere(own, shut | bit))
      return true;
  return false;
}

Pattern PatternTable::find(std::uint64_t own, std::uint64_t shut) {
  Pattern& known = table_[index(own, shut)];
  if (known != patterns) return known;
  if (completes(own, shut)) return known = five;
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
  if (fives > 0) return known = fives > 1 && !(caro_ && stopped_by_one(own, shut)) ? open_four : four;
  return known = down[best];
}

}  // namespace kinrow
