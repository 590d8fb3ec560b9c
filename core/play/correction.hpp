// Correction: a small network for what the sums of the pattern weights miss, in integers, updated stone by stone.
//
// Each empty cell sees a window along each of its four lines, as far as PatternTable does, from the view of the side to
// move. A window's features are looked up, and a cell adds up its four; the sum over all cells, less that of an empty
// board, goes through two small layers to a correction of the position's value. The table is computed once, from a
// layer over the window and from features of its two patterns, so that a file holds some ten thousand numbers. The
// arithmetic, to the bit: docs/correction-format.md. The ranges below keep every sum within its type.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "threat/pattern_board.hpp"

namespace kinrow {

class Correction {
 public:
  static constexpr int width = 32;   // features of a cell
  static constexpr int hidden = 32;  // of the window's layer
  static constexpr int layer = 32;   // of the value's layers
  static constexpr int inputs = width + 2;
  static constexpr int largest_weight = 2047, largest_activation = 511;
  using Features = std::array<std::int16_t, width>;

  static bool plays(const Rules& r) { return PatternBoard::plays(r) && !r.special(); }
  static std::size_t numbers(int reach);  // how many weights it has
  // Whether these are numbers of a correction for this game.
  static bool fits(const Rules& r, std::span<const std::int16_t> numbers);

  // The numbers of a network for these windows; `numbers(tables.patterns.reach())` of them.
  Correction(const PatternTables& tables, std::span<const std::int16_t> numbers);

  const PatternTables& tables() const { return t_; }
  const Features& bias() const { return bias_; }
  // What a cell gets from a direction in which it sees this window, as PatternTable::index numbers it.
  const Features& window(std::size_t index) const { return features_[rows_[index]]; }
  // In hundredths of a nat of log-odds, like PatternWeights.
  int value(const std::array<int, width>& total, int balance, int plies) const;

 private:
  using Layer = std::array<std::array<std::int16_t, layer>, layer>;
  void fill(std::span<const std::int16_t> numbers);
  void fill_windows(std::span<const std::int16_t> window, std::span<const std::int16_t> feature,
                    std::span<const std::int16_t> patterns);

  const PatternTables& t_;
  std::vector<std::uint32_t> rows_;  // by window; a window and its mirror image share one
  std::vector<Features> features_;
  Features bias_{}, skip_{};
  Layer first_{}, second_{};  // by output
  std::array<std::array<std::int16_t, layer>, 2> more_{};
  std::array<std::int16_t, 2> more_skip_{};
  std::array<std::int16_t, layer> first_bias_{}, second_bias_{}, third_{};
  std::int16_t third_bias_ = 0;
};

// The features of all cells of a board from the view of one side, kept up to date as stones come and go.
class CorrectionView {
 public:
  CorrectionView(const Correction& network, const Board& board, int side);
  // The correction for this side, for a board on which stones have been played or taken back since. The last stone is
  // only evaluated, not placed, because a search needs the value of most positions only once.
  int value(const PatternBoard& board);

 private:
  using Features = Correction::Features;
  using Stone = PatternBoard::Stone;
  using Totals = std::array<int, Correction::width>;
  struct Saved {  // of one cell, before a stone changed it
    int cell;
    Features sums;
  };
  struct Ply {
    Stone stone;
    Totals totals;
    std::size_t saved;
  };

  bool is_empty(int cell) const { return sign_[cell] < 0; }
  void begin();
  void add_cells(int sign);
  void follow(const PatternBoard& board, std::size_t stones);
  void play(Stone stone);
  void undo();
  // What a stone adds to the totals; `seen` gets each cell whose windows it changes, with its sums after that.
  template <class Seen>
  Totals after(Stone stone, const Seen& seen) const;

  const Correction& n_;
  const PatternTables& t_;
  const int side_;
  std::array<std::array<std::uint32_t, LineWords::most_words>, 2> words_{};
  std::vector<Features> sums_;  // by cell; under a stone, those before it was placed
  Totals totals_{};
  std::vector<Saved> saved_;
  std::vector<Ply> plies_;
  Signs sign_;
};

class CorrectionBoard {
 public:
  CorrectionBoard(const Correction& network, const Board& board)
      : views_{CorrectionView{network, board, X}, CorrectionView{network, board, O}} {}
  int value(const PatternBoard& board) { return views_[board.to_move()].value(board); }  // for the side to move

 private:
  std::array<CorrectionView, 2> views_;
};

}  // namespace kinrow
