// Vcf: victory by continuous fours (Allis 1994; "VCF" among players of five in a row), for games with single stones.
//
// The attacker takes one of the last two empty cells of a line (a "four", whatever k is), so that the defender must
// take the other; and so on, until a stone leaves two cells either of which completes a line. If the defender's stone
// makes a four of his own, the attacker's next stone must both parry it and make a four.
//
// Sound: every answer is the only one that does not lose at once, so a win that is found is a win. Not complete: the
// search has a budget, and does not look for slower threats.
//
// Solver, prover and players use this one search. A policy defines what differs: the kind of position, the order of the
// fours, what is remembered, and the budget.
#pragma once
#include <concepts>
#include <vector>

namespace kinrow {

struct Completing {
  int count, cell;
};

// `Position`: what is searched, with the attacker to move. Besides, begin(limits...) begins a new search, and
// zone(Position, moves), for after_pass() only, returns the cells on which a stone can interfere with these moves.
template <class P>
concept VcfPolicy = requires(P policy, const typename P::Position& position, typename P::Position& next,
                             typename P::Fours& fours, typename P::Four& four, int cell) {
  // A cell that wins without a search; -1 if none is seen.
  { policy.winning(position) } -> std::same_as<int>;
  // The attacker's fours, none if he cannot meet the defender's own; one after another, best first, until false.
  { policy.fours(position) } -> std::same_as<typename P::Fours>;
  { policy.next(position, fours, four) } -> std::same_as<bool>;
  // False if this one is skipped: known, or beyond the budget.
  { policy.enter(position, four) } -> std::same_as<bool>;
  { policy.after(position, four) } -> std::same_as<typename P::Position>;
  // How many cells complete a line for the attacker, and one of them; the defender's answer there.
  { policy.completing(position) } -> std::same_as<Completing>;
  policy.answer(next, cell);
  { policy.over_budget() } -> std::same_as<bool>;
  policy.failed(position, fours);  // none of them wins
};

template <VcfPolicy Policy>
class Vcf {
 public:
  using Position = typename Policy::Position;

  template <class... Args>
  explicit Vcf(Args&&... args) : policy_(args...) {}
  Vcf(const Vcf&) = delete;
  Vcf& operator=(const Vcf&) = delete;

  // The attacker's moves, up to the one that leaves two cells that complete a line; empty if no win was found. The
  // attacker is to move, and neither side can complete a line at once, except that he may have to parry one four.
  template <class... Limits>
  const std::vector<int>& moves(const Position& start, const Limits&... limits) {
    moves_.clear();
    policy_.begin(limits...);
    attack(start);
    return moves_;
  }
  // The score of a win for the side to move, 0 if none was found.
  int win(const Position& start) { return moves(start).empty() ? 0 : score(start); }
  // The score of the win found last: its moves, an answer to each, and the stone that completes the line.
  int score(const Position& start) const { return start.empties - 2 * static_cast<int>(moves_.size()); }
  // Whether the other side wins if the side to move passes. `zone` receives the only cells on which a stone of the side
  // to move can interfere (null-move relevance zones, Wu and Lin 2010): those of that play, and at each of its stages
  // the empty cells of the lines that lack two of that side's stones, for with one more it would have a four. After any
  // other stone the same play wins. For k of 3 or more, unless that side completes no lines, as Breaker.
  template <class Cells>
  bool after_pass(const Position& start, Cells& zone) {
    Position passed = start;
    passed.to_move ^= 1;
    if (moves(passed).empty()) return false;
    zone |= policy_.zone(passed, moves_);
    return true;
  }

 private:
  using Four = typename Policy::Four;

  bool attack(const Position& p) {
    if (const int cell = policy_.winning(p); cell >= 0) {
      moves_.push_back(cell);
      return true;
    }
    Four four;
    for (auto fours = policy_.fours(p); !policy_.over_budget();) {
      if (!policy_.next(p, fours, four)) {
        policy_.failed(p, fours);
        return false;
      }
      if (policy_.enter(p, four) && follow(p, four)) return true;
    }
    return false;
  }
  bool follow(const Position& p, const Four& four) {
    Position next = policy_.after(p, four);
    const Completing lines = policy_.completing(next);
    if (lines.count == 0) return false;  // exact games: the stone made an overline of its own line
    moves_.push_back(four.cell);
    if (lines.count > 1) return true;
    policy_.answer(next, lines.cell);
    if (attack(next)) return true;
    moves_.pop_back();
    return false;
  }

  Policy policy_;
  std::vector<int> moves_;
};

}  // namespace kinrow
