// Batch: many boards of one game, stepped at once; observations, masks and rewards are in flat arrays.
//
// A step updates only what a stone changes: it checks the four words of bits through the stone for a line and clears
// one byte of the mask. The planes of stones are rewritten, because they swap with the side to move. Each board draws
// its random moves from its own stream, so the results depend neither on the threads nor on the number of boards.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "game/game.hpp"

namespace kinrow {

enum class Autoreset : int {
  disabled,   // a finished board stays as it is
  next_step,  // the step after the end resets, whatever its action
  same_step,  // the step that ends a game resets; `final_observations` keeps the end
};
enum class Illegal : int {
  refuse,  // refuses the whole step
  lose,    // loses that game for the side that tried
};

// The action that skips a board, for a learner that steps only some of the boards.
inline constexpr std::int32_t skip = std::numeric_limits<std::int32_t>::min();

struct Views {     // all row-major, board after board
  int planes = 2;  // own stones, the opponent's, and in games with several stones per turn the stones left - 1
  std::vector<std::uint8_t> observations, final_observations;  // planes x cells
  std::vector<std::uint8_t> legal;                             // by cell
  std::vector<std::uint8_t> terminated;
  std::vector<float> rewards;  // of the last step, for the side that made it
  std::vector<std::int8_t> to_move, winner;
  std::vector<std::int16_t> left;
};

struct BatchOptions {
  int boards = 1;
  std::uint64_t seed = 0;
  int threads = 1;
  Autoreset autoreset = Autoreset::next_step;
  Illegal illegal = Illegal::refuse;
};

class Batch {
 public:
  Batch(const Rules& rules, const BatchOptions& options);
  virtual ~Batch() = default;
  Views& views() { return views_; }
  int size() const { return static_cast<int>(views_.terminated.size()); }

  virtual void reset(int board) = 0;
  virtual void reseed(std::uint64_t seed) = 0;
  virtual void random_actions(std::int32_t* out) = 0;  // uniform among the legal cells; 0 on a finished board
  // Returns -1, or with Illegal::refuse the first board whose action is illegal; then no board has changed.
  [[nodiscard]] virtual int step(const std::int32_t* actions) = 0;
  virtual Board board(int i) const = 0;
  virtual void set(int i, const Board& board) = 0;

 protected:
  Views views_;
};

std::unique_ptr<Batch> make_batch(const Game& game, const BatchOptions& options);

}  // namespace kinrow
