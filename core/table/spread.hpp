// SpreadTable: a strong solution by the numbers of boards in base 3, in every symmetry: a look-up is one read.
//
// For boards of up to 16 cells (43 MB). It answers for the boards of a batch as the environments have them.
#pragma once
#include <span>

#include "table/layer.hpp"

namespace kinrow {

class SpreadTable {
 public:
  static constexpr int most_cells = 16;
  static constexpr std::int8_t illegal = -2;

  // Throws std::invalid_argument for a larger board.
  explicit SpreadTable(const Game& game);
  void add(const Layer& layer, const TableValue* values);

  // Boards side by side: planes of one byte per cell, of which the first two are the stones of the side to move and of
  // the other; that side, the stones left in its turn, and the legal actions.
  struct Boards {
    std::size_t count, planes;
    const std::uint8_t* stones;
    const std::int8_t* to_move;
    const std::int16_t* left;
    const std::uint8_t* legal;
  };
  // For the side to move: the score of each board; the outcome of each action, or `illegal`; whether it keeps the
  // outcome.
  struct Answers {
    std::int8_t* scores;
    std::int8_t* actions;
    std::int8_t* optimal;
  };
  void look_up(const Boards& boards, const Answers& answers) const;

 private:
  // In the number of a board, cell i weighs 3^i; its digit is 1 for a stone of the side that begins, 2 for one of the
  // other.
  std::uint32_t stone(const Boards& boards, std::size_t i) const { return boards.to_move[i] == begins_ ? 1 : 2; }
  template <std::size_t cells>
  std::uint32_t number(const Boards& boards, std::size_t i) const;
  template <std::size_t cells>
  std::uint32_t after(const Boards& boards, std::size_t i, std::uint32_t at, std::size_t c) const;
  template <std::size_t cells>
  void answer(const Boards& boards, std::size_t i, std::uint32_t at, const Answers& answers) const;
  template <std::size_t cells>
  void of_cells(const Boards& boards, const Answers& answers) const;

  std::size_t cells_;
  int begins_;
  std::array<std::uint32_t, most_cells> weights_{};
  std::vector<TableValue> values_;
};

}  // namespace kinrow
