// Batch: many boards of one game, stepped at once, what learners see of them kept in flat arrays.
//
// Nothing is rebuilt that a stone does not change: lines are looked for in the four words through the stone, one
// byte of the mask is cleared; only the two planes of stones are written afresh, because they swap with every turn.
// Each board draws its random moves from a stream of its own, so results depend neither on threads nor on n.
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
  same_step,  // the step that ends a game resets; `last` keeps what was seen at its end
};
enum class Illegal : int {
  refuse,  // the whole step is refused
  lose,    // the side that tries loses that game
};

// The action that leaves its board as it is: for learners that step only some of the boards.
inline constexpr std::int32_t skip = std::numeric_limits<std::int32_t>::min();

struct Views {                            // row-major, one after another for each board
  int planes = 2;                         // own stones, the other's, where turns have several stones also left - 1
  std::vector<std::uint8_t> seen, last;   // planes x cells
  std::vector<std::uint8_t> legal, over;  // cells; one
  std::vector<float> rewards;             // of the last step, for the side that made it
  std::vector<std::int8_t> to_move, winner;
  std::vector<std::int16_t> left;
};

class Batch {
 public:
  virtual ~Batch() = default;
  Views& views() { return views_; }
  int size() const { return static_cast<int>(views_.over.size()); }

  virtual void reset(int board) = 0;
  virtual void reseed(std::uint64_t seed) = 0;
  virtual void random_actions(std::int32_t* out) = 0;  // uniform among the legal cells; 0 on a finished board
  // -1; or the first board whose action is illegal, nothing having been done (Illegal::refuse).
  virtual int step(const std::int32_t* actions) = 0;
  virtual Board board(int i) const = 0;
  virtual void set(int i, const Board& board) = 0;

 protected:
  Views views_;
};

struct BatchOptions {
  int boards = 1;
  std::uint64_t seed = 0;
  int threads = 1;
  Autoreset autoreset = Autoreset::next_step;
  Illegal illegal = Illegal::refuse;
};

std::unique_ptr<Batch> make_batch(const Game& game, const BatchOptions& options);

}  // namespace kinrow
