// Engine: a move for boards too large to solve, within a hard time limit.
//
// Alpha-beta with iterative deepening, a table of positions, and few, well-ordered moves. If the game is "k in a row
// wins" with single stones, the engine knows the patterns of lines (threat/pattern_board.hpp) and searches for wins by
// threats: by fours alone at the leaves, and by lambda search at the root (root_threats.hpp), or by fours and open
// threes (Allis 1994) if lambda search does not apply, for itself and for the opponent. In other games that a line
// wins, such as Connect6, it counts the lines that are still open, and searches for wins by several threats at once
// (line_evaluator.hpp). Games in which lines are counted, or lose, are played by the stones on each line
// (count_board.hpp).
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "game/game.hpp"
#include "play/root_threats.hpp"
#include "threat/pattern_weights.hpp"

namespace kinrow {

// A win that the search has seen scores `sure_win` less the stones until the end. These are known for the next few
// only: for a longer win by threats they are the fewest that it could take. Scores beyond `far_win` are such wins; all
// other scores are estimates, up to `largest_estimate`. They fit 16 bits, as SearchCache keeps them.
constexpr int sure_win = 30000;
constexpr int far_win = 20000;
constexpr int largest_estimate = far_win - 1000;

// Iterations at most: scores of wins stay far from those of estimates. As the depth for the moves of the root, where
// the fewest are left out, evaluators get one more.
constexpr int deepest = 60, depth_of_root = deepest + 1;

struct EngineResult {
  int cell = -1;
  int score = 0;          // for the side to move
  int depth = 0;          // of the last whole iteration; 0 if a threat search or the rules decided
  std::vector<int> line;  // the principal variation
  std::uint64_t nodes = 0;
};

struct EngineLimits {
  int depth = 0;                                              // 0: no limit
  std::chrono::steady_clock::time_point start{}, deadline{};  // the epoch: none
  // When to end normally: earlier if the best move is settled, later if not. The epoch, or the deadline itself: at the
  // deadline.
  std::chrono::steady_clock::time_point target{};
  std::uint64_t nodes = 0;      // of all threads; 0: no limit
  std::vector<int> excluded{};  // cells that are not to be chosen, to find the next best move
  bool value_only_move = true;  // whether a position with one move is searched, one ply deep, for its value
};

class Engine {
 public:
  virtual ~Engine() = default;
  // With one thread and no limits but depth and nodes, the result depends only on the boards searched since forget().
  virtual EngineResult search(const Board& board, const EngineLimits& limits) = 0;
  // Without a search; of the limits, only the excluded cells matter.
  virtual EngineResult instant_move(const Board& board, const EngineLimits& limits) = 0;
  virtual void forget() = 0;

  // The best move so far, for a caller that cannot wait for the search to return: on a busy machine the searching
  // thread may be suspended for longer than a move may last.
  void publish(const EngineResult& found) {
    const std::lock_guard lock(mutex_);
    best_ = found;
  }
  EngineResult best() const {
    const std::lock_guard lock(mutex_);
    return best_;
  }

  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> nodes{0};  // of the running search
  std::atomic<int> depth{0};

 private:
  mutable std::mutex mutex_;
  EngineResult best_;
};

struct EngineWeights {  // for games with patterns; others have none
  PatternWeights patterns = PatternWeights::by_hand();
  std::vector<std::int16_t> correction{};  // the numbers of a Correction for this game; empty: none

  // If `patterns` is empty, uses those set by hand. Returns nothing if the numbers do not fit the game.
  static std::optional<EngineWeights> of(const Rules& rules, std::span<const std::int16_t> patterns,
                                         std::span<const std::int16_t> correction);
};

// With an `oracle`, lambda searches look for wins at the root.
std::unique_ptr<Engine> make_engine(const Game& game, std::uint64_t memory, int threads,
                                    const EngineWeights& weights = {}, OracleMaker oracle = nullptr);

}  // namespace kinrow
