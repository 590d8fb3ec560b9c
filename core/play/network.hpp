// Network: a small network over the shapes of lines, evaluated in integers: a policy and a value for any line game.
//
// Each cell sees a window along each of its four lines. A window's features are looked up in a table, and a cell adds
// up its four; layers over the 3x3 neighborhoods follow, then one logit per cell and three for the value. The table is
// computed once from a layer over the window, so that a file holds some ten thousand numbers, whatever the window. The
// arithmetic, to the bit: docs/network-format.md. The ranges below keep every sum within 32 bits.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "play/playout_board.hpp"

namespace kinrow {

class Network {
 public:
  struct Shape {
    int reach;   // cells of a window on each side of its middle
    int hidden;  // of a window's layer
    int width;   // features of a cell
    int layers;  // over 3x3 neighborhoods
    int pooled;  // of the value's layer
    int stones;  // the most stones in a turn
  };
  static constexpr int most_reach = 5, most_hidden = 256, most_width = 64, most_layers = 16, most_stones = 16;
  static constexpr int largest_weight = 2047;

  static bool fits(const Shape& s);
  static std::size_t numbers(const Shape& s);  // how many weights it has

  Network(const Shape& shape, std::span<const std::int16_t> numbers);
  Network(const Network&) = delete;  // its spans refer to its numbers
  Network& operator=(const Network&) = delete;

  const Shape& shape() const { return shape_; }
  const std::int16_t* window(std::size_t number) const { return windows_.data() + number * width(); }
  // The number of the first window with this many cells on the board before and after the middle. The others follow in
  // the order of their signs (0 empty, 1 own, 2 the opponent's) as numbers to the base 3.
  std::size_t first_window(int before, int after) const {
    return first_[static_cast<std::size_t>(before * (shape_.reach + 1) + after)];
  }

 private:
  friend class NetworkBoard;
  struct Layer {
    std::span<const std::int16_t> weights, biases;
  };
  std::size_t width() const { return static_cast<std::size_t>(shape_.width); }
  void fill_windows(const Layer& first, const Layer& second);
  void fill_window(std::size_t number, int before, int after, const Layer& first, const Layer& second);

  Shape shape_;
  std::vector<std::int16_t> numbers_;  // what the spans refer to
  std::vector<std::size_t> first_;
  std::vector<std::int16_t> windows_;
  std::span<const std::int16_t> turn_, policy_;
  std::vector<Layer> layers_;
  Layer pooled_, value_;
};

// Evaluates positions of one game, one at a time.
class NetworkBoard {
 public:
  NetworkBoard(const Network& network, const Rules& rules);

  void evaluate(const PlayoutBoard& board);
  // Of the last position, for the side to move; both in `one_logit`s.
  static constexpr int one_logit = 1 << 15;
  int policy(int cell) const { return policy_[static_cast<std::size_t>(cell)]; }
  const std::array<int, 3>& value() const { return value_; }  // win, draw, loss
  double expectation() const;                                 // -1 to 1

 private:
  void look_up(const PlayoutBoard& board);
  void add_line(const PlayoutBoard& board, const std::vector<int>& line);
  void activate(int left);
  void apply(const Network::Layer& layer);
  void estimate_policy();
  void estimate_value(int empties);
  std::size_t place(int cell) const {  // of a cell's first feature; an empty frame surrounds the board
    return static_cast<std::size_t>((cell / cols_ + 1) * (cols_ + 2) + cell % cols_ + 1) * width_;
  }

  const Network& n_;
  int rows_, cols_;
  std::size_t width_;
  std::vector<std::vector<int>> lines_;  // all rows, columns and diagonals, as cells
  std::vector<std::int16_t> features_, next_, patch_;
  std::vector<int> policy_;
  std::array<int, 3> value_{};
};

}  // namespace kinrow
