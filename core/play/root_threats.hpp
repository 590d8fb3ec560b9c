// RootThreats: what lambda searches (lambda/lambda_search.hpp) find at the root of the engine: whether the side to move
// wins, what the opponent threatens, and which moves stop him.
//
// If the opponent wins after a pass by a tree that tolerates one more stone outside its zone, only a move in that zone
// can stop him (I-Chen Wu and Lin 2010). Each such move is searched in turn.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "lambda/lambda_oracle.hpp"
#include "system/search_status.hpp"

namespace kinrow {

constexpr std::uint64_t stones_per_position = 5;  // the engine's stones that take as long as one position here

// What one query may cost.
struct Allowance {
  std::chrono::steady_clock::time_point deadline{};  // the epoch: none
  std::uint64_t positions = unlimited;               // if there are too few, nothing is searched
};

// Makes an oracle for lambda searches of a game, or null if they do not play it. `memory`: bytes, at most.
using OracleMaker = std::unique_ptr<LambdaOracle> (*)(const Game& game, std::uint64_t memory);

class RootThreats {
 public:
  // Counts positions in `nodes`, and ends soon after `stop` is set.
  RootThreats(const Game& game, OracleMaker make, std::uint64_t memory, std::atomic<bool>& stop,
              std::atomic<std::uint64_t>& nodes);
  void forget();

  // The first move of a win for the side to move; -1 if none was found.
  int winning_move(const Board& board, const Allowance& most);
  // The only cells that may stop a win of the opponent's; nothing if he was not seen to win after a pass.
  std::optional<AnyCells> zone_of_threat(const Board& board, const Allowance& most);
  // The moves after which the opponent was not seen to win. If there are none, the one that was refuted last.
  std::vector<int> defenses(const Board& board, const std::vector<int>& moves, const Allowance& most);

 private:
  class Remaining;
  LambdaWin search(const Board& board, int order, Remaining& remaining, std::uint64_t most);

  const Game game_;
  const OracleMaker make_;
  const std::uint64_t memory_;
  std::atomic<bool>& stop_;
  std::atomic<std::uint64_t>& nodes_;
  std::unique_ptr<LambdaOracle> oracle_;
};

}  // namespace kinrow
