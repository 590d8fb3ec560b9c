#include "play/root_threats.hpp"

#include <algorithm>

#include "system/time_control.hpp"

namespace kinrow {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t slice = 256;  // positions between two readings of the clock; about 1 ms
constexpr std::uint64_t least = 64;   // positions; with fewer left no search begins, because it may take a few more

Board with_stone(Board board, int cell) {
  board.cells[static_cast<std::size_t>(cell)] = static_cast<signed char>(board.to_move);
  board.to_move ^= 1;
  return board;
}

}  // namespace

// What is left of an allowance.
class RootThreats::Remaining {
 public:
  Remaining(const Allowance& most, const std::atomic<bool>& stop) : most_(most), stop_(stop) {}
  void spend(std::uint64_t positions) { spent_ += positions; }
  bool over() const { return next(slice) == 0; }
  // How many positions to search before the next reading of the clock, at most `most`.
  std::uint64_t next(std::uint64_t most) const {
    const bool timed = is_set(most_.deadline);
    if (stop_ || spent_ + least > most_.positions || (timed && Clock::now() >= most_.deadline)) return 0;
    return std::min({slice, most, most_.positions - spent_});
  }

 private:
  const Allowance most_;
  const std::atomic<bool>& stop_;
  std::uint64_t spent_ = 0;
};

RootThreats::RootThreats(const Game& game, OracleMaker make, std::uint64_t memory, std::atomic<bool>& stop,
                         std::atomic<std::uint64_t>& nodes)
    : game_(game), make_(make), memory_(memory), stop_(stop), nodes_(nodes) {
  forget();
}

void RootThreats::forget() { oracle_ = make_(game_, memory_); }

LambdaWin RootThreats::search(const Board& board, int order, Remaining& remaining, std::uint64_t most) {
  LambdaQuery query{board.to_move, order, deepest_order, 0};
  LambdaWin win;
  while (!win.found && !win.refuted && (query.budget = remaining.next(most)) > 0) {
    win = oracle_->lambda_win(board, query);
    nodes_ += win.positions * stones_per_position;
    remaining.spend(win.positions + 1);
    most -= std::min(most, win.positions + 1);
  }
  return win;
}

int RootThreats::winning_move(const Board& board, const Allowance& most) {
  Remaining remaining(most, stop_);
  const LambdaWin win = search(board, 0, remaining, unlimited);
  return win.found ? win.move : -1;
}

std::optional<AnyCells> RootThreats::zone_of_threat(const Board& board, const Allowance& most) {
  Remaining remaining(most, stop_);
  Board passed = board;
  passed.to_move ^= 1;
  const LambdaWin win = search(passed, 1, remaining, unlimited);
  return win.found ? std::optional(win.zone) : std::nullopt;
}

std::vector<int> RootThreats::defenses(const Board& board, const std::vector<int>& moves, const Allowance& most) {
  Remaining remaining(most, stop_);
  std::vector<int> left = moves, open = moves;
  for (std::uint64_t budget = slice; !open.empty() && !remaining.over(); budget *= 2) {
    std::vector<int> unsettled;
    for (const int cell : open) {
      const LambdaWin win = search(with_stone(board, cell), 0, remaining, budget);
      if (win.found && left.size() > 1) std::erase(left, cell);
      if (!win.found && !win.refuted) unsettled.push_back(cell);
    }
    open = std::move(unsettled);
  }
  return left;
}

}  // namespace kinrow
