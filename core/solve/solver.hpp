// Solver: exact values of positions of one game, by questions to searchers that share a table.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "game/game.hpp"
#include "system/checkpoint.hpp"
#include "system/shared.hpp"

namespace kinrow {

struct Bounds {  // on the value for the side to move
  int lower, upper;
};

enum class Aim {
  outcome,  // who wins: bounds are settled once they have one sign
  exact,    // the score, or the margin of a line-counting game
};

inline int sign(int value) { return (value > 0) - (value < 0); }
inline bool settled(const Bounds& b, Aim aim) {
  return aim == Aim::exact ? b.lower == b.upper : sign(b.lower) == sign(b.upper);
}

struct MoveBounds {
  int cell;
  Bounds bounds;  // for the side that makes the move
};

// Every call blocks until it is done, `shared().stop` is set, or `limit` nodes are spent; what is known by then is
// returned. Not for two callers at once.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual Bounds value(const Board& board, Aim aim, std::uint64_t limit) = 0;
  // Many boards, each with a limit of its own; `shared().done` counts them.
  virtual std::vector<Bounds> values(const std::vector<Board>& boards, Aim aim, std::uint64_t limit) = 0;
  // The value of every legal move, in order of cells.
  virtual std::vector<MoveBounds> moves(const Board& board, Aim aim, std::uint64_t limit) = 0;
  // Moves of best play from a position of settled value, as far as `limit` nodes show them.
  virtual std::vector<int> line(const Board& board, Aim aim, Bounds value, std::uint64_t limit) = 0;
  // A move that keeps the outcome at `goal` (1: win, 0: no loss) or better; -1 if there is none or it was stopped.
  virtual int keeper(const Board& board, int goal) = 0;
  virtual std::vector<SavedEntry> saved(
      std::uint64_t most) const = 0;  // what a checkpoint keeps of the table; may run beside a search
  virtual void restore(const std::vector<SavedEntry>& entries) = 0;
  virtual bool exhausted() const = 0;  // did the last call end for want of nodes?
  virtual std::uint64_t table_bytes() const = 0;
  virtual Shared& shared() = 0;
};

// `memory` bounds the bytes of the table; `threads` at least 1.
std::unique_ptr<Solver> make_solver(const Game& game, std::uint64_t memory, int threads);

}  // namespace kinrow
