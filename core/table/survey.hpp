// Survey: goes through a layer position by position, checks each value against those of the moves, and counts.
//
// It is independent of the retrograde analysis: it plays every move by the plain rules and looks up the resulting
// position, so it also verifies a table.
#pragma once
#include <array>
#include <cstdint>

#include "table/layer.hpp"

namespace kinrow {

struct Tally {
  static constexpr int middle = 128;  // the place of value 0; there is one for every TableValue
  struct Count {
    std::uint64_t positions = 0, classes = 0;  // all positions; classes up to the symmetries of the board
  };

  std::array<Count, 2 * middle> by_value{};
  Count finished;
  Count one_winning_move;
  std::array<std::uint64_t, 2 * middle> example{};  // the place of a position with this value, if one was counted
  std::uint64_t wrong = 0;                          // values that contradict the moves or the end of the game
  std::uint64_t first_wrong = 0;
};

class Survey {
 public:
  // `next` is null for the last layer.
  Survey(const Layer& at, const Layer* next);
  // Tallies the rows [from, to): `values` has theirs, `later` all values of the next layer.
  Tally rows(std::uint64_t from, std::uint64_t to, const TableValue* values, const TableValue* later) const;

 private:
  struct Worth {
    int value;
    int keeping;
  };
  Position<1> position(Stones s) const;
  Worth worth(const Position<1>& p, const TableValue* later) const;
  int finished(const Position<1>& p) const;
  bool stands_for_class(const std::vector<int>& keeps_own, Stones s, Tally::Count& count) const;
  std::uint64_t board_classes(Stones s) const;

  const Layer& at_;
  const Layer* next_;
  const Transform<1> board_;
};

}  // namespace kinrow
