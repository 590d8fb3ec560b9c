#include "threat/pattern_weights.hpp"

namespace kinrow {
namespace {

// `worth_of`: the worth of each pattern if nothing is decided. `own_part`, `other_part`: its factors in move ordering,
// for the mover's patterns and the opponent's. `tempo`: the right to move. Set by hand, and by matches
// (docs/experiments/engine.md).
constexpr std::int16_t worth_of[patterns] = {0, 1, 2, 3, 6, 10, 18, 30, 60, 200};
constexpr std::int16_t own_part = 20, other_part = 16, tempo = 30;

}  // namespace

std::array<std::array<Pattern, 4>, pattern_classes> patterns_of_classes() {
  std::array<std::array<Pattern, 4>, pattern_classes> all{};
  std::size_t size = 0;
  const auto at = [](int i) { return static_cast<Pattern>(i); };
  for (int a = 0; a < patterns; ++a)
    for (int b = a; b < patterns; ++b)
      for (int c = b; c < patterns; ++c)
        for (int d = c; d < patterns; ++d) all[size++] = {at(a), at(b), at(c), at(d)};
  return all;
}

PatternWeights PatternWeights::by_hand() {
  PatternWeights out;
  const auto all = patterns_of_classes();
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::int16_t worth = 0;
    for (const Pattern p : all[i]) worth = static_cast<std::int16_t>(worth + worth_of[p]);
    out.classes[i].value.fill(worth);
    out.classes[i].own_move = static_cast<std::int16_t>(own_part * worth);
    out.classes[i].other_move = static_cast<std::int16_t>(other_part * worth);
  }
  for (auto& row : out.threats) row.fill(tempo);
  return out;
}

std::vector<std::int16_t> PatternWeights::all() const {
  std::vector<std::int16_t> out;
  for (const ClassWeights& c : std::span(classes).first<pattern_classes>()) {
    out.insert(out.end(), c.value.begin(), c.value.end());
    out.insert(out.end(), {c.own_move, c.other_move});
  }
  for (const auto& row : threats) out.insert(out.end(), row.begin(), row.end());
  return out;
}

std::optional<PatternWeights> PatternWeights::of(std::span<const std::int16_t> all) {
  if (all.size() != numbers) return std::nullopt;
  PatternWeights out;
  auto next = all.begin();
  for (ClassWeights& c : std::span(out.classes).first<pattern_classes>()) {
    for (auto& part : c.value) part = *next++;
    c.own_move = *next++;
    c.other_move = *next++;
  }
  for (auto& row : out.threats)
    for (auto& number : row) number = *next++;
  return out;
}

}  // namespace kinrow
