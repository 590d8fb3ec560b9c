#include "game/stone_rules.hpp"

#include <algorithm>
#include <bit>

#include "board/lines.hpp"

namespace kinrow {

StoneRules::StoneRules(const Rules& r) : rules_(r), k_(r.k) {
  if (!r.special()) return;
  const auto on_board = [&r](int row, int col) { return row >= 0 && row < r.rows && col >= 0 && col < r.cols; };
  around_.resize(r.size());
  for (int d = 0; d < 4; ++d) {
    // Not a structured binding, which Clang 14 cannot capture.
    const int down = line_steps[d][0], right = line_steps[d][1];
    step_[d] = down * r.cols + right;
    for (int cell = 0; cell < r.size(); ++cell) {
      const auto room = [&](int sign) {
        int n = 0;
        while (n < k_ && on_board(cell / r.cols + sign * (n + 1) * down, cell % r.cols + sign * (n + 1) * right)) ++n;
        return static_cast<std::int8_t>(n);
      };
      around_[cell][d] = {room(-1), room(1)};
    }
  }
}

StoneRules::Row StoneRules::row(const Signs& signs, int side, int cell, int d) const {
  Row out{1ULL << k_, 0};
  const Around& around = around_[cell][d];
  for (int i = -around.back; i <= around.ahead; ++i) {
    if (i == 0) continue;
    const int sign = signs[cell + i * step_[d]];
    if (sign == side) out.own |= 1ULL << (k_ + i);
    if (sign < 0) out.open |= 1ULL << (k_ + i);
  }
  return out;
}

StoneRules::Run StoneRules::run_through(std::uint64_t own, int bit) {
  return {bit + 1 - std::countl_one(own << (63 - bit)), bit - 1 + std::countr_one(own >> bit)};
}

bool StoneRules::completes(const Signs& signs, int cell) const {
  const int side = signs[cell];
  for (int d = 0; d < 4; ++d) {
    const Row here = row(signs, side, cell, d);
    const Run run = run_through(here.own, k_);
    if (run.length() < k_ || (run.length() > k_ && rules_.exact_for(side))) continue;
    if (!rules_.caro) return true;
    const auto closed = [&](int bit) {
      const int away = bit - k_;
      const Around& around = around_[cell][d];
      return away >= -around.back && away <= around.ahead && (here.open >> bit & 1) == 0;
    };
    if (!closed(run.low - 1) || !closed(run.high + 1)) return true;
  }
  return false;
}

// Only the cells next to the run through the middle can complete a line with it.
int StoneRules::fours(const Row& row) const {
  const Run run = run_through(row.own, k_);
  const bool before = completed_by(row, run.low - 1), after = completed_by(row, run.high + 1);
  if (before && after) return run.length() == k_ - 1 ? 1 : 2;
  return before || after ? 1 : 0;
}

bool StoneRules::straight_four(const Row& row) const {
  const Run run = run_through(row.own, k_);
  return run.length() == k_ - 1 && completed_by(row, run.low - 1) && completed_by(row, run.high + 1);
}

bool StoneRules::three(Signs& signs, const Row& row, int cell, int d) const {
  const Run run = run_through(row.own, k_);
  for (const int bit : {run.low - 1, run.high + 1}) {
    if ((row.open >> bit & 1) == 0 || !straight_four({row.own | 1ULL << bit, row.open & ~(1ULL << bit)})) continue;
    const int more = cell + (bit - k_) * step_[d];
    if (!makes_k(signs, more) && !forbidden(signs, more)) return true;
  }
  return false;
}

bool StoneRules::makes_k(const Signs& signs, int cell) const {
  for (int d = 0; d < 4; ++d)
    if (run_through(row(signs, rules_.begins, cell, d).own, k_).length() == k_) return true;
  return false;
}

bool StoneRules::forbidden(Signs& signs, int cell) const {
  if (!crowded(signs, cell)) return false;
  signs[cell] = static_cast<signed char>(rules_.begins);
  const bool out = forbidden_stone(signs, cell);
  signs[cell] = -1;
  return out;
}

bool StoneRules::forbidden_stone(Signs& signs, int cell) const {
  if (makes_k(signs, cell)) return false;
  std::array<Row, 4> rows;
  int count = 0;
  for (int d = 0; d < 4; ++d) {
    rows[d] = row(signs, rules_.begins, cell, d);
    if (run_through(rows[d].own, k_).length() > k_) return true;
    count += fours(rows[d]);
  }
  if (count > 1) return true;
  int threes = 0;
  for (int d = 0; d < 4 && threes < 2; ++d) threes += three(signs, rows[d], cell, d);
  return threes > 1;
}

// Whether there are stones enough nearby to forbid the cell: two threes share this stone, so they take 2 (k - 3)
// others; two fours in one row take k - 1 others or more.
bool StoneRules::crowded(const Signs& signs, int cell) const {
  int stones = -4;
  for (int d = 0; d < 4; ++d) stones += std::popcount(row(signs, rules_.begins, cell, d).own);
  return stones >= std::min(2 * (k_ - 3), k_ - 1);
}

bool StoneRules::forbids(const Signs& signs, int cell) const {
  if (!crowded(signs, cell)) return false;
  Signs board = signs;
  return forbidden(board, cell);
}

bool StoneRules::any_allowed(const Signs& signs) const {
  for (int cell = 0; cell < rules_.size(); ++cell)
    if (signs[cell] < 0 && !forbids(signs, cell)) return true;
  return false;
}

}  // namespace kinrow
