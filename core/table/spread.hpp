// SpreadTable: a strong solution in which every position has its own place, with its value and its moves in one entry.
//
// For boards of up to 16 cells. It answers for batches of boards as the environments have them, with one read per
// board.
//
// A place is found by the number of stones, the set of taken cells, and which of these the side to move has; how many
// it has follows from the rules. (4,4,k) has 10 million places.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "system/memory.hpp"
#include "table/layer.hpp"

namespace kinrow {

class SpreadTable {
 public:
  static constexpr int most_cells = 16;
  // Two bits for each cell, the lower one in the low half: 0 if its action is not legal, else 1 plus what it gives
  // away, which is 0, 1 or 2 steps on the scale loss, draw, win.
  using Regrets = std::uint32_t;

  // Throws std::invalid_argument for a larger board.
  explicit SpreadTable(const TableGame& game);
  // Adds all values of a layer. Layers must come from the last to the first; throws std::invalid_argument otherwise.
  void add(const Layer& layer, const TableValue* values);

  // Many boards: planes of one byte per cell, of which the first two are the stones of the side to move and of the
  // other; the side to move; and the legal actions.
  struct Boards {
    std::size_t count, planes;
    const std::uint8_t* stones;
    const std::int8_t* to_move;
    const std::uint8_t* legal;
  };
  // By board: the outcome and the score for its side in `sides`; one byte per cell, 1 for an action that keeps the
  // outcome; and what every action gives away.
  struct Answers {
    std::int8_t* outcomes;
    std::int8_t* scores;
    std::uint8_t* optimal;
    Regrets* regrets;
  };
  void look_up(const Boards& boards, const std::int8_t* sides, const Answers& answers) const;
  // What one action on each board gives away, and whether it is legal; 0 if not.
  static void judge(std::size_t count, const Regrets* regrets, const std::int32_t* actions, std::int8_t* given,
                    std::uint8_t* legal);

 private:
  struct Rows {  // of one number of stones: a row for each set of taken cells
    std::size_t begin, end, length;
  };
  using AllRows = std::array<Rows, most_cells + 1>;
  struct alignas(8) Entry {   // never split between two cache lines
    std::uint16_t low, high;  // the halves of its regrets
    TableValue score;
  };

  static AllRows rows_of(const TableGame& game);
  std::size_t place(Subset own, Subset other) const;
  Entry entry(TableValue score, Subset own, Subset other, Subset moves, bool again) const;
  template <int cells>
  void of_cells(Boards boards, const std::int8_t* sides, Answers answers) const;
  template <int cells>
  static void answer(const Boards& boards, const std::int8_t* sides, std::size_t i, Entry found,
                     const Answers& answers);

  int cells_;
  int next_;                          // the next layer to add
  std::vector<std::uint16_t> ranks_;  // of every set of cells among those of its size
  AllRows rows_;                      // by the number of stones
  Reserved memory_;                   // in huge pages: reads are random, and with small pages most would miss the TLB
  Entry* entries_;
};

}  // namespace kinrow
