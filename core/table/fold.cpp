#include "table/fold.hpp"

#include <cassert>

namespace kinrow {

Fold::Fold(const Transform<1>& symmetries, const StoneSets& sets, const SubsetRanks& ranks, int cells, int stones)
    : ranks_(&ranks), places_(choose(cells, stones)) {
  assert(symmetries.size() <= 1 << shift);
  std::vector<Subset> complete;
  const std::vector<Subset> all = subsets(cells, stones);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    Subset least = all[rank];
    std::uint32_t by = 0;
    for (int g = 1; g < symmetries.size(); ++g) {
      const Subset image = static_cast<Subset>(symmetries.apply(g, Bits<1>{{all[rank]}}).word[0]);
      if (image < least) {
        least = image;
        by = static_cast<std::uint32_t>(g);
      }
    }
    places_[rank] = ranks(least) << shift | by;
    if (least != all[rank]) continue;
    if (sets[least] == StoneSet::open) classes_.push_back(least);
    if (sets[least] == StoneSet::complete) complete.push_back(least);
  }
  open_ = static_cast<std::uint32_t>(classes_.size());
  classes_.insert(classes_.end(), complete.begin(), complete.end());
  std::vector<std::uint32_t> rows(places_.size(), none);
  for (std::uint32_t row = 0; row < classes_.size(); ++row) rows[ranks(classes_[row])] = row;
  for (std::uint32_t& place : places_) place = rows[place >> shift] << shift | (place & ((1U << shift) - 1));
}

}  // namespace kinrow
