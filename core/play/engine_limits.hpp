// The limits of an engine's move: which cells are excluded, how much of the time or of the nodes a part of the work
// gets, and whether the best move is settled enough to end early.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>

#include "play/engine.hpp"
#include "system/time_control.hpp"

namespace kinrow {

inline bool excludes(const EngineLimits& limits, int cell) {
  return std::find(limits.excluded.begin(), limits.excluded.end(), cell) != limits.excluded.end();
}

// The moment at which this share of the usual time has passed; no deadline if there is no limit.
inline std::chrono::steady_clock::time_point at_share(const EngineLimits& limits, double share) {
  if (!is_set(limits.deadline)) return {};
  const std::chrono::steady_clock::time_point end = is_set(limits.target) ? limits.target : limits.deadline;
  return limits.start + std::chrono::duration_cast<std::chrono::steady_clock::duration>((end - limits.start) * share);
}

// The same for a limit of nodes.
inline std::uint64_t nodes_at_share(const EngineLimits& limits, double share) {
  return static_cast<std::uint64_t>(std::ceil(static_cast<double>(limits.nodes) * share));
}

// Tracks, iteration by iteration, whether the best move is settled.
class Settling {
 public:
  void note(int cell, int score) {
    dropped_ = cell_ >= 0 && score < score_ - unsettling_drop;
    same_ = cell == cell_ ? same_ + 1 : 0;
    cell_ = cell;
    score_ = score;
  }
  // Whether to end now; never if no later move could use the time that this saves.
  bool enough(const EngineLimits& limits) const {
    if (!is_set(limits.target) || limits.target >= limits.deadline) return false;
    const double until = same_ == 0 || dropped_   ? unsettled_until
                         : same_ >= settled_after ? settled_until
                                                  : usual_until;
    return std::chrono::steady_clock::now() > at_share(limits, until);
  }

 private:
  // The share of the target after which no new iteration begins, by how settled the best move is. Set by hand.
  static constexpr double settled_until = 0.4, usual_until = 0.7, unsettled_until = 1.2;
  static constexpr int settled_after = 5;     // iterations with the same best move
  static constexpr int unsettling_drop = 60;  // of the score from one iteration to the next: two threes

  int cell_ = -1, score_ = 0, same_ = 0;
  bool dropped_ = false;
};

}  // namespace kinrow
