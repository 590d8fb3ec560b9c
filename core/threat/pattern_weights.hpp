// PatternWeights: what the patterns through a cell are worth, for the value of a position and for the order of moves.
//
// Only the combination of the four patterns through a cell counts, not their directions: ten patterns give 715 classes.
// The weights are learned (`kinrow learn`), or sums of one worth per pattern, set by hand.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "threat/pattern_table.hpp"

namespace kinrow {

enum ThreatLevel : std::uint8_t {  // what a stone of one side on a cell makes, over all four directions
  quiet,
  makes_three,   // an open three
  makes_threes,  // two of them
  makes_four,
  makes_four_three,
  makes_win,  // an open four, or two fours: only a line of the opponent's stops it
  completes_line,
  threat_levels
};

constexpr int pattern_codes = 10'000;  // of four patterns: a decimal digit per direction
constexpr std::uint16_t tens[4] = {1, 10, 100, 1000};
constexpr int pattern_classes = 715;  // of four patterns in any order
constexpr int forbidden_class = 715;  // of cells that renju forbids: worth nothing

// The four patterns of each class in ascending order; the classes in lexicographic order.
std::array<std::array<Pattern, 4>, pattern_classes> patterns_of_classes();

struct PatternWeights {
  // What the cells of a class add to the value of a position, for the side to move and its opponent: early, on an empty
  // board, and late, once one cell in `late_share` is taken.
  enum Part { own_early, own_late, other_early, other_late, parts };
  struct ClassWeights {
    std::array<std::int16_t, parts> value{};
    std::int16_t own_move = 0, other_move = 0;  // what a stone there promises: of one's own patterns, of the opponent's
  };
  static constexpr int numbers = pattern_classes * (parts + 2) + threat_levels * threat_levels;
  static constexpr int late_share = 4;  // a quarter

  std::array<ClassWeights, pattern_classes + 1> classes{};  // the last one is the forbidden class
  // By the highest level of a cell for the side to move, and for its opponent.
  std::array<std::array<std::int16_t, threat_levels>, threat_levels> threats{};

  static PatternWeights by_hand();
  // Takes the weights class by class, then the threats; returns nothing if their number is wrong.
  static std::optional<PatternWeights> of(std::span<const std::int16_t> all);
  std::vector<std::int16_t> all() const;  // what of() takes
};

}  // namespace kinrow
