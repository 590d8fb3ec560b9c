#include "play/correction.hpp"

#include <algorithm>
#include <cassert>

namespace kinrow {
namespace {

// Weights are in units of 1/256 and activations in 1/128; a layer's inputs from the totals are in 1/16, and its weights
// for them in 1/8192. What is shifted out of a sum brings it back to the units of what it is added to.
constexpr int feature_shift = 9, total_shift = 3, first_shift = 10, second_shift = 8, skip_shift = 2, value_shift = 15;
constexpr int largest_feature = 4095, largest_hidden = 2047, largest_total = 8191, largest_balance = 2047;
constexpr int units_per_nat = 100, places = 256;

constexpr int rounded(int sum, int shift) { return (sum + (1 << (shift - 1))) >> shift; }
constexpr std::int16_t activated(int x) {
  return static_cast<std::int16_t>(std::clamp(x, 0, Correction::largest_activation));
}

template <std::size_t size>
int product(const std::array<std::int16_t, size>& a, const std::array<std::int16_t, size>& b) {
  int sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += a[i] * b[i];
  return sum;
}

std::uint64_t mirrored(std::uint64_t bits, int size) {
  std::uint64_t out = 0;
  for (int i = 0; i < size; ++i) out |= (bits >> i & 1) << (size - 1 - i);
  return out;
}

}  // namespace

std::size_t Correction::numbers(int reach) {
  const int windows = 2 * reach * 4 * hidden + hidden + width * hidden + patterns * patterns * width + width;
  const int head = layer * inputs + layer + layer * layer + layer + layer + 1 + inputs;
  return static_cast<std::size_t>(windows + head);
}

bool Correction::fits(const Rules& r, std::span<const std::int16_t> all) {
  return plays(r) && all.size() == numbers(PatternTable::reach_of(r)) &&
         std::all_of(all.begin(), all.end(), [](int n) { return std::abs(n) <= largest_weight; });
}

Correction::Correction(const PatternTables& tables, std::span<const std::int16_t> all) : t_(tables) {
  assert(fits(tables.rules, all));
  fill(all);
}

void Correction::fill(std::span<const std::int16_t> rest) {
  const auto take = [&](int size) {
    const auto taken = rest.first(static_cast<std::size_t>(size));
    rest = rest.subspan(static_cast<std::size_t>(size));
    return taken;
  };
  const auto copy = [&](auto& to) {
    const auto from = take(static_cast<int>(to.size()));
    std::copy(from.begin(), from.end(), to.begin());
  };
  const int reach = t_.patterns.reach();
  const auto window = take(2 * reach * 4 * hidden + hidden), feature = take(width * hidden);
  fill_windows(window, feature, take(patterns * patterns * width));
  copy(bias_);
  for (std::size_t j = 0; j < layer; ++j) {
    copy(first_[j]);
    for (auto& column : more_) column[j] = take(1)[0];
  }
  copy(first_bias_);
  for (auto& row : second_) copy(row);
  copy(second_bias_);
  copy(third_);
  third_bias_ = take(1)[0];
  copy(skip_);
  copy(more_skip_);
}

// Fills the table for all windows: some cells on the board before and after the middle, each empty or with a stone of
// either side.
void Correction::fill_windows(std::span<const std::int16_t> window, std::span<const std::int16_t> feature,
                              std::span<const std::int16_t> pairs) {
  const int reach = t_.patterns.reach(), cells = 2 * reach;
  rows_.assign(std::size_t{1} << 2 * cells, 0);
  const auto hidden_of = [&](std::uint64_t own, std::uint64_t shut, std::size_t i) {
    int sum = window[window.size() - hidden + i];
    for (int place = 0; place < cells; ++place) {
      const std::uint64_t kind = (own >> place & 1) | (shut >> place & 1) << 1;
      sum += window[(static_cast<std::size_t>(place) * 4 + kind) * hidden + i];
    }
    return std::clamp(sum, 0, largest_hidden);
  };
  const auto add = [&](std::uint64_t own, std::uint64_t shut) {
    const std::uint64_t own_back = mirrored(own, cells), shut_back = mirrored(shut, cells);
    const std::size_t index = own | shut << cells, back = own_back | shut_back << cells;
    if (back < index) return void(rows_[index] = rows_[back]);
    rows_[index] = static_cast<std::uint32_t>(features_.size());
    std::array<int, hidden> h;
    for (std::size_t i = 0; i < hidden; ++i) h[i] = hidden_of(own, shut, i) + hidden_of(own_back, shut_back, i);
    const PatternPair pair = t_.patterns.at(index);
    Features& out = features_.emplace_back();
    for (std::size_t f = 0; f < width; ++f) {
      int sum = 0;
      for (std::size_t i = 0; i < hidden; ++i) sum += feature[f * hidden + i] * h[i];
      const int own_part = pairs[static_cast<std::size_t>(pair.x() * patterns + pair.o()) * width + f];
      out[f] = static_cast<std::int16_t>(
          std::clamp(rounded(sum, feature_shift) + own_part, -largest_feature, largest_feature));
    }
  };
  // In ascending order of the index, so that a window's mirror image is filled before it if it has a smaller index.
  for (std::uint64_t index = 0; index < rows_.size(); ++index) {
    const std::uint64_t low = (1ULL << reach) - 1, all = (1ULL << cells) - 1;
    const std::uint64_t own = index & all, shut = index >> cells, off = own & shut;
    const std::uint64_t before = off & low, after = off >> reach;
    const bool ends = (before & (before + 1)) == 0 && ((after ^ low) & ((after ^ low) + 1)) == 0;
    if (ends) add(own, shut);
  }
}

int Correction::value(const std::array<int, width>& total, int balance, int plies) const {
  Features in;
  for (std::size_t i = 0; i < width; ++i)
    in[i] = static_cast<std::int16_t>(std::clamp(total[i] >> total_shift, -largest_total, largest_total));
  const int more[2] = {places * std::min(plies, t_.late) / t_.late,
                       std::clamp(balance, -largest_balance, largest_balance)};
  std::array<std::int16_t, layer> one, two;
  for (std::size_t j = 0; j < layer; ++j) {
    const int sum = product(first_[j], in) + more_[0][j] * more[0] + more_[1][j] * more[1];
    one[j] = activated((sum >> first_shift) + first_bias_[j]);
  }
  for (std::size_t j = 0; j < layer; ++j)
    two[j] = activated((product(second_[j], one) >> second_shift) + second_bias_[j]);
  const int skip = product(skip_, in) + more_skip_[0] * more[0] + more_skip_[1] * more[1];
  const int sum = product(third_, two) + third_bias_ * places + (skip >> skip_shift);
  return static_cast<int>(static_cast<std::int64_t>(sum) * units_per_nat >> value_shift);
}

CorrectionView::CorrectionView(const Correction& network, const Board& board, int side)
    : n_(network), t_(network.tables()), side_(side), sums_(static_cast<std::size_t>(t_.rules.size()), network.bias()) {
  sign_.fill(-1);
  begin();
  add_cells(-1);
  const Totals nothing = totals_;
  for (int c = 0; c < t_.rules.size(); ++c)
    if (board.cells[c] >= 0) play({c, board.cells[c]});
  plies_.clear();
  saved_.clear();
  totals_ = nothing;
  add_cells(1);
}

void CorrectionView::begin() {  // of an empty board
  const std::uint64_t mask = (2ULL << 2 * t_.patterns.reach()) - 1;
  for (int c = 0; c < t_.rules.size(); ++c)
    for (int d = 0; d < 4; ++d) {
      const std::uint64_t off = t_.outside[t_.words.of(c).word[d]] >> t_.words.of(c).bit[d] & mask;
      const Features& window = n_.window(t_.patterns.index(off, off));
      for (std::size_t f = 0; f < window.size(); ++f) sums_[c][f] = static_cast<std::int16_t>(sums_[c][f] + window[f]);
    }
}

void CorrectionView::add_cells(int sign) {
  for (int c = 0; c < t_.rules.size(); ++c)
    for (std::size_t f = 0; is_empty(c) && f < totals_.size(); ++f) totals_[f] += sign * activated(sums_[c][f]);
}

template <class Seen>
CorrectionView::Totals CorrectionView::after(Stone stone, const Seen& seen) const {
  const int reach = t_.patterns.reach();
  const std::uint64_t mask = (2ULL << 2 * reach) - 1;
  const CellWords& at = t_.words.of(stone.cell);
  Features changes{};  // in 16 bits: some forty cells change by 511 at most
  for (int d = 0; d < 4; ++d) {
    const std::uint64_t fresh = 1ULL << (at.bit[d] + reach), off = t_.outside[at.word[d]];
    const std::uint64_t own = static_cast<std::uint64_t>(words_[side_][at.word[d]]) << reach | off;
    const std::uint64_t other = static_cast<std::uint64_t>(words_[side_ ^ 1][at.word[d]]) << reach | off;
    const std::uint64_t own_now = stone.side == side_ ? own | fresh : own;
    const std::uint64_t other_now = stone.side == side_ ? other : other | fresh;
    for (const auto [cell, bit] : t_.within[stone.cell][d]) {
      if (!is_empty(cell)) continue;
      const Features& gone = n_.window(t_.patterns.index(own >> bit & mask, other >> bit & mask));
      const Features& come = n_.window(t_.patterns.index(own_now >> bit & mask, other_now >> bit & mask));
      const Features& before = sums_[cell];
      Features now;
      for (std::size_t f = 0; f < now.size(); ++f) now[f] = static_cast<std::int16_t>(before[f] + come[f] - gone[f]);
      for (std::size_t f = 0; f < now.size(); ++f)
        changes[f] = static_cast<std::int16_t>(changes[f] + activated(now[f]) - activated(before[f]));
      seen(cell, now);
    }
  }
  Totals totals = totals_;
  for (std::size_t f = 0; f < totals.size(); ++f) totals[f] += changes[f] - activated(sums_[stone.cell][f]);
  return totals;
}

void CorrectionView::play(Stone stone) {
  plies_.push_back({stone, totals_, saved_.size()});
  totals_ = after(stone, [&](int cell, const Features& now) {
    saved_.push_back({cell, sums_[cell]});
    sums_[cell] = now;
  });
  t_.words.put(words_[stone.side].data(), stone.cell);
  sign_[stone.cell] = static_cast<signed char>(stone.side);
}

void CorrectionView::undo() {
  const auto& [stone, totals, size] = plies_.back();
  t_.words.take(words_[stone.side].data(), stone.cell);
  sign_[stone.cell] = -1;
  for (; saved_.size() > size; saved_.pop_back()) sums_[saved_.back().cell] = saved_.back().sums;
  totals_ = totals;
  plies_.pop_back();
}

void CorrectionView::follow(const PatternBoard& board, std::size_t stones) {
  const std::size_t most = std::min(plies_.size(), stones);
  std::size_t same = 0;
  while (same < most && plies_[same].stone == board.stone(same)) ++same;
  while (plies_.size() > same) undo();
  while (plies_.size() < stones) play(board.stone(plies_.size()));
}

int CorrectionView::value(const PatternBoard& board) {
  assert(board.to_move() == side_);
  const std::size_t stones = board.played();
  follow(board, stones > 0 ? stones - 1 : 0);
  const Totals totals = stones > 0 ? after(board.stone(stones - 1), [](int, const Features&) {}) : totals_;
  return n_.value(totals, board.balance(), board.plies());
}

}  // namespace kinrow
