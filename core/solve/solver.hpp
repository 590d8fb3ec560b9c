// Solver: exact values of positions of one game, by searches that share a table.
//
// Each query becomes a few of the kind "is it worth at least beta?", which cut far more than a search for the value
// itself (null windows; Pearl's SCOUT 1980, MTD(f), Plaat et al. 1996).
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "game/game.hpp"
#include "system/checkpoint.hpp"
#include "system/search_status.hpp"

namespace kinrow {

struct Bounds {  // on the value for the side to move
  int lower, upper;
};

enum class Aim {
  outcome,  // who wins: bounds are settled if they have the same sign
  exact,    // the score, or the margin of a line-counting game
};

inline bool settled(const Bounds& b, Aim aim) {
  return aim == Aim::exact ? b.lower == b.upper : sign(b.lower) == sign(b.upper);
}

// Where to split such bounds that leave the outcome open: at 1, to ask whether the side to move wins, or at 0, to ask
// whether it does not lose; first whether the favorite wins.
inline int outcome_beta(const Bounds& b, bool favorite) { return b.upper >= 1 && (b.lower > -1 || favorite) ? 1 : 0; }

struct MoveBounds {
  int cell;
  Bounds bounds;  // for the side that makes the move
};

// Every call blocks until it is done, `status().stop` is set, or `limit` nodes are spent, and returns what is known by
// then. One call at a time.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual Bounds value(const Board& board, Aim aim, std::uint64_t limit) = 0;
  // The same for many boards, each with this limit; `status().boards` counts them. `given`: bounds on the value of
  // each, or on its sign if that is the aim; none if it is empty.
  virtual std::vector<Bounds> values(const std::vector<Board>& boards, Aim aim, std::uint64_t limit,
                                     const std::vector<Bounds>& given = {}) = 0;
  // The value of every legal move, in order of cells.
  virtual std::vector<MoveBounds> moves(const Board& board, Aim aim, std::uint64_t limit) = 0;
  // Best play from a position of settled value, as far as `limit` nodes show it.
  virtual std::vector<int> line(const Board& board, Aim aim, Bounds value, std::uint64_t limit) = 0;
  // A move that keeps the outcome at `goal` (1: win, 0: no loss) or better; -1 if there is none or it was stopped.
  virtual int best_move(const Board& board, int goal) = 0;
  // The entries of the table for a checkpoint, at most `most`. May run during a search.
  virtual std::vector<SavedEntry> saved(std::uint64_t most) const = 0;
  virtual void restore(const std::vector<SavedEntry>& entries) = 0;
  virtual bool exhausted() const = 0;  // whether the last call ran out of nodes
  virtual std::uint64_t table_bytes() const = 0;
  virtual SearchStatus& status() = 0;
};

// `memory`: the table uses at most this many bytes. `threads`: at least 1.
std::unique_ptr<Solver> make_solver(const Game& game, std::uint64_t memory, int threads);

}  // namespace kinrow
