#include "play/network.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace kinrow {
namespace {

// Weights are in units of 1/256, activations in 1/128, pooled numbers in 1/512.
constexpr int largest_activation = 1023, largest_feature = 4095, one_activation = 128, one_weight = 256;
constexpr int pooled_per_activation = 4;
// What is shifted out of a sum brings it to the units of an activation.
constexpr int feature_shift = 9, turn_shift = 1, layer_shift = 8, pooled_shift = 10;

constexpr int rounded(int sum, int shift) { return (sum + (1 << (shift - 1))) >> shift; }
constexpr std::int16_t activated(int x) { return static_cast<std::int16_t>(std::clamp(x, 0, largest_activation)); }

int product(const std::int16_t* a, const std::int16_t* b, std::size_t size) {
  int sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += a[i] * b[i];
  return sum;
}

std::size_t power_of_3(int exponent) {
  std::size_t power = 1;
  for (; exponent > 0; --exponent) power *= 3;
  return power;
}

// The lines of a board in every direction, however short, each from its first cell.
std::vector<std::vector<int>> all_lines(int rows, int cols) {
  std::vector<std::vector<int>> lines;
  const auto inside = [&](int r, int c) { return 0 <= r && r < rows && 0 <= c && c < cols; };
  for (const auto& [down, right] : line_steps)
    for (int cell = 0; cell < rows * cols; ++cell) {
      int r = cell / cols, c = cell % cols;
      if (inside(r - down, c - right)) continue;
      auto& line = lines.emplace_back();
      for (; inside(r, c); r += down, c += right) line.push_back(r * cols + c);
    }
  return lines;
}

}  // namespace

bool Network::fits(const Shape& s) {
  const auto within = [](int n, int low, int high) { return low <= n && n <= high; };
  return within(s.reach, 1, most_reach) && within(s.hidden, 1, most_hidden) && within(s.width, 1, most_width) &&
         within(s.layers, 0, most_layers) && within(s.pooled, 1, most_hidden) && within(s.stones, 1, most_stones);
}

std::size_t Network::numbers(const Shape& s) {
  const int window = 3 * (2 * s.reach + 1) * s.hidden + s.hidden + s.width * s.hidden + s.width;
  const int layer = 9 * s.width * s.width + s.width;
  const int value = s.pooled * (2 * s.width + 1) + s.pooled + 3 * s.pooled + 3;
  return static_cast<std::size_t>(window + s.stones * s.width + s.layers * layer + s.width + value);
}

Network::Network(const Shape& shape, std::span<const std::int16_t> all)
    : shape_(shape), numbers_(all.begin(), all.end()) {
  assert(fits(shape) && all.size() == numbers(shape));
  std::span<const std::int16_t> rest = numbers_;
  const auto take = [&](int size) {
    const auto taken = rest.first(static_cast<std::size_t>(size));
    rest = rest.subspan(static_cast<std::size_t>(size));
    return taken;
  };
  const auto layer = [&](int weights, int biases) {
    const auto first = take(weights);
    return Layer{first, take(biases)};
  };
  const auto& [reach, hidden, wide, layers, pooled, stones] = shape_;
  const Layer first = layer(3 * (2 * reach + 1) * hidden, hidden), second = layer(wide * hidden, wide);
  turn_ = take(stones * wide);
  for (int i = 0; i < layers; ++i) layers_.push_back(layer(9 * wide * wide, wide));
  policy_ = take(wide);
  pooled_ = layer(pooled * (2 * wide + 1), pooled);
  value_ = layer(3 * pooled, 3);
  fill_windows(first, second);
}

void Network::fill_windows(const Layer& first, const Layer& second) {
  std::size_t count = 0;
  for (int before = 0; before <= shape_.reach; ++before)
    for (int after = 0; after <= shape_.reach; ++after) {
      first_.push_back(count);
      count += power_of_3(before + 1 + after);
    }
  windows_.resize(count * width());
  for (int before = 0; before <= shape_.reach; ++before)
    for (int after = 0; after <= shape_.reach; ++after)
      for (std::size_t i = 0; i < power_of_3(before + 1 + after); ++i)
        fill_window(first_window(before, after) + i, before, after, first, second);
}

void Network::fill_window(std::size_t number, int before, int after, const Layer& first, const Layer& second) {
  const auto hidden = static_cast<std::size_t>(shape_.hidden);
  std::array<int, most_hidden> sum;
  std::copy(first.biases.begin(), first.biases.end(), sum.begin());
  std::size_t rest = number - first_window(before, after);
  for (int at = shape_.reach + after; at >= shape_.reach - before; --at, rest /= 3) {
    const std::int16_t* const w = first.weights.data() + (static_cast<std::size_t>(at) * 3 + rest % 3) * hidden;
    for (std::size_t h = 0; h < hidden; ++h) sum[h] += w[h];
  }
  std::array<std::int16_t, most_hidden> active;
  for (std::size_t h = 0; h < hidden; ++h) active[h] = static_cast<std::int16_t>(std::clamp(sum[h], 0, largest_weight));
  for (std::size_t f = 0; f < width(); ++f) {
    const int all = product(second.weights.data() + f * hidden, active.data(), hidden) + second.biases[f] * one_weight;
    windows_[number * width() + f] =
        static_cast<std::int16_t>(std::clamp(rounded(all, feature_shift), -largest_feature, largest_feature));
  }
}

NetworkBoard::NetworkBoard(const Network& network, const Rules& rules)
    : n_(network), rows_(rules.rows), cols_(rules.cols), width_(network.width()), lines_(all_lines(rows_, cols_)),
      features_(static_cast<std::size_t>((rows_ + 2) * (cols_ + 2)) * width_), next_(features_.size()),
      patch_(9 * width_), policy_(static_cast<std::size_t>(rules.size())) {}

void NetworkBoard::evaluate(const PlayoutBoard& board) {
  look_up(board);
  activate(board.left());
  for (const Network::Layer& layer : n_.layers_) apply(layer);
  estimate_policy();
  estimate_value(board.empties());
}

void NetworkBoard::look_up(const PlayoutBoard& board) {
  std::fill(features_.begin(), features_.end(), std::int16_t{0});
  for (const auto& line : lines_) add_line(board, line);
}

void NetworkBoard::add_line(const PlayoutBoard& board, const std::vector<int>& line) {
  const int length = static_cast<int>(line.size()), reach = n_.shape().reach;
  std::array<std::size_t, most_cells + 1> ahead;  // the signs before each cell of the line, as a number to the base 3
  ahead[0] = 0;
  for (int i = 0; i < length; ++i) {
    const int sign = board.sign(line[i]);
    const std::size_t digit = sign < 0 ? 0 : sign == board.to_move() ? 1 : 2;
    ahead[i + 1] = ahead[i] * 3 + digit;
  }
  for (int i = 0; i < length; ++i) {
    const int before = std::min(i, reach), after = std::min(length - 1 - i, reach);
    // The numbers of a long line overflow; the difference cancels that.
    const std::size_t signs = ahead[i + after + 1] - ahead[i - before] * power_of_3(before + 1 + after);
    const std::int16_t* const window = n_.window(n_.first_window(before, after) + signs);
    std::int16_t* const here = features_.data() + place(line[i]);
    for (std::size_t f = 0; f < width_; ++f) here[f] = static_cast<std::int16_t>(here[f] + window[f]);
  }
}

void NetworkBoard::activate(int left) {
  const std::int16_t* const turn =
      n_.turn_.data() + static_cast<std::size_t>(std::min(left, n_.shape().stones) - 1) * width_;
  for (int cell = 0; cell < rows_ * cols_; ++cell) {
    std::int16_t* const here = features_.data() + place(cell);
    for (std::size_t f = 0; f < width_; ++f) here[f] = activated(here[f] + rounded(turn[f], turn_shift));
  }
}

// Adds the output of the layer for its neighborhood to each cell.
void NetworkBoard::apply(const Network::Layer& layer) {
  const std::size_t row = static_cast<std::size_t>(cols_ + 2) * width_;
  for (int cell = 0; cell < rows_ * cols_; ++cell) {
    const std::size_t at = place(cell);
    const std::int16_t* const corner = features_.data() + at - row - width_;
    for (std::size_t r = 0; r < 3; ++r) std::copy_n(corner + r * row, 3 * width_, patch_.begin() + r * 3 * width_);
    for (std::size_t f = 0; f < width_; ++f) {
      const int sum =
          product(layer.weights.data() + f * 9 * width_, patch_.data(), 9 * width_) + layer.biases[f] * one_activation;
      next_[at + f] = activated(features_[at + f] + rounded(sum, layer_shift));
    }
  }
  features_.swap(next_);
}

void NetworkBoard::estimate_policy() {
  for (int cell = 0; cell < rows_ * cols_; ++cell)
    policy_[cell] = product(n_.policy_.data(), features_.data() + place(cell), width_);
}

// From the mean and the maximum of each feature, and the share of empty cells.
void NetworkBoard::estimate_value(int empties) {
  const int cells = rows_ * cols_;
  std::array<int, Network::most_width> sum{}, most{};
  for (int cell = 0; cell < cells; ++cell)
    for (std::size_t f = 0; f < width_; ++f) {
      const int x = features_[place(cell) + f];
      sum[f] += x;
      most[f] = std::max(most[f], x);
    }
  std::array<std::int16_t, 2 * Network::most_width + 1> all;
  for (std::size_t f = 0; f < width_; ++f) {
    all[f] = static_cast<std::int16_t>(sum[f] * pooled_per_activation / cells);
    all[width_ + f] = static_cast<std::int16_t>(most[f] * pooled_per_activation);
  }
  all[2 * width_] = static_cast<std::int16_t>(empties * one_activation * pooled_per_activation / cells);
  const std::size_t inputs = 2 * width_ + 1, pooled = static_cast<std::size_t>(n_.shape().pooled);
  std::array<std::int16_t, Network::most_hidden> active;
  for (std::size_t h = 0; h < pooled; ++h) {
    const int whole = product(n_.pooled_.weights.data() + h * inputs, all.data(), inputs);
    active[h] = activated(rounded(whole + n_.pooled_.biases[h] * one_activation * pooled_per_activation, pooled_shift));
  }
  for (std::size_t i = 0; i < 3; ++i)
    value_[i] =
        product(n_.value_.weights.data() + i * pooled, active.data(), pooled) + n_.value_.biases[i] * one_activation;
}

double NetworkBoard::expectation() const {
  const int most = std::max({value_[0], value_[1], value_[2]});
  std::array<double, 3> odds;
  for (std::size_t i = 0; i < 3; ++i) odds[i] = std::exp(static_cast<double>(value_[i] - most) / one_logit);
  return (odds[0] - odds[2]) / (odds[0] + odds[1] + odds[2]);
}

}  // namespace kinrow
