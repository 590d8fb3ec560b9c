// MajorityGame: line counting for the search: bounds on the margin, move order, keys.
//
// Stones are never taken away. So a line with too many stones of one sign is lost to the other for good, and one with
// enough of its own is won: both give bounds on the margin of every position below. The last two turns are solved from
// the counts, without a search (solve/last_turns.hpp).
#pragma once
#include <cassert>

#include "game/moves.hpp"
#include "solve/facts.hpp"
#include "solve/keys.hpp"
#include "solve/last_turns.hpp"

namespace kinrow {

template <class Shape>
class MajorityGame {
 public:
  using Cells = typename Shape::Cells;
  using Count = typename Shape::Count;
  using State = MajorityState<Shape>;
  static constexpr bool stones_commute = true;
  // How many nodes one counts for in polling: the last turns of a large board evaluate every pair of its cells.
  static constexpr int node_cost = sizeof(Count) == 8 ? 1 : sizeof(Count) <= 256 ? 32 : 1024;
  static constexpr int words = static_cast<int>(sizeof(Cells) / 8);

  explicit MajorityGame(const Game& g) : t_(g), last_(t_) {
    assert(t_.rules.k <= most_k);
    const int k = t_.rules.k, most = k - t_.rules.threshold;  // the opponent's stones that a point survives
    for (int mine = 0; mine <= k; ++mine)
      for (int theirs = 0; theirs <= k; ++theirs)
        promise_[mine][theirs] = (theirs <= most && mine < t_.rules.threshold ? worth_of(mine) : 0) +
                                 (mine <= most && theirs < t_.rules.threshold ? worth_of(theirs) : 0);
  }
  MajorityGame(const MajorityGame&) = delete;
  MajorityGame& operator=(const MajorityGame&) = delete;

  static std::vector<Permutation> group(const Game& g) {
    return line_symmetries(g.rules.rows, g.rules.cols, g.lines, 64);
  }
  int size() const { return t_.rules.size(); }
  int largest_value() const { return t_.lines; }  // a point for every line
  bool fastest_first() const { return false; }
  bool is_favorite(const State& s) const { return s.to_move == t_.last_mover; }
  State from(const Board& b) const { return State::from(t_, b); }
  void play(State& s, int cell) const { s.play(t_, cell); }
  Cells empty(const State& s) const { return s.empty(t_); }

  int final_value(const State& s) const {
    const int margin = last_.margin(s.count[t_.last_mover]);
    return s.to_move == t_.last_mover ? margin : -margin;
  }

  // Bounds from the lines that can still be won and those that can no longer be lost, whatever stones are still to
  // come.
  Facts<Cells> facts(const State& s, int beta) const {
    Facts<Cells> f;
    const int me = s.to_move, he = me ^ 1;
    f.upper = possible(s, me).marks() - certain(s, he).marks();
    f.lower = certain(s, me).marks() - possible(s, he).marks();
    if (f.lower >= beta || f.upper < beta) return f;
    if (s.to_decide(t_) == 0) {
      f.lower = f.upper = final_value(s);
    } else if (last_.is_last(s)) {
      f.lower = f.upper = last_.best(s);
    } else if (last_.is_last_but_one(s)) {
      if (last_.stops(s, 1 - beta))
        f.lower = std::max(f.lower, beta);
      else
        f.upper = std::min(f.upper, beta - 1);
    } else {
      f.moves = s.empty(t_);
    }
    return f;
  }
  void narrow(const State&, int, Facts<Cells>&) const {}
  void leaf_tests(const State& s, int beta, Facts<Cells>& f) const {
    if (!last_.is_last_but_two(s)) return;
    if (last_.reaches(s, beta))
      f.lower = std::max(f.lower, beta);
    else
      f.upper = std::min(f.upper, beta - 1);
  }

  void score_moves(const State& s, int /*beta*/, MoveList& list) const {
    const int me = s.to_move;
    for (int i = 0; i < list.size; ++i)
      for (int line : t_.on[list.at[i].cell])
        list.at[i].score += promise_[s.count[me].get(line)][s.count[me ^ 1].get(line)];
  }
  // Cells whose lines are all decided are equivalent.
  Cells worth_trying(const State& s, const Cells& moves) const {
    return without_idle_copies(moves, [&](int cell) {
      for (int line : t_.on[cell])
        if (promise_[s.count[X].get(line)][s.count[O].get(line)] != 0) return false;
      return true;
    });
  }
  Key key(const State& s, const Keys<words>& keys, int& symmetry) const {
    return keys.of(s.stones[s.to_move], s.stones[s.to_move ^ 1], symmetry);
  }

 private:
  // What a line promises a side doubles with each of its first ten stones; set by hand.
  static constexpr int first_worth = 4, most_doublings = 10;
  static int worth_of(int stones) { return first_worth << std::min(stones, most_doublings); }

  Count possible(const State& s, int side) const {
    const Count open = t_.all - s.count[side ^ 1].at_least(t_.rules.k - t_.rules.threshold + 1);
    return open & s.count[side].at_least(t_.rules.threshold - s.coming[side]);
  }
  Count certain(const State& s, int side) const {
    const Count reached = s.count[side].at_least(t_.rules.threshold) & t_.all;
    const int most =
        t_.rules.k - t_.rules.threshold - s.coming[side ^ 1];  // opponent's stones such a line may have now
    if (most < 0) return reached;
    Count out = t_.all - s.count[side ^ 1].at_least(most + 1);
    for (std::size_t i = 0; i < out.word.size(); ++i) out.word[i] |= reached.word[i];
    return out;
  }

  MajorityTables<Shape> t_;
  LastTurns<Shape> last_;
  int promise_[most_k + 1][most_k + 1] = {};  // by the stones of either side in a line
};

}  // namespace kinrow
