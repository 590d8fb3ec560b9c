// LineGame: what the search needs to know of "k in a row wins": bounds, forced moves, leaves, order, keys.
//
// Scores: the winner's empty cells + 1, so the value is bounded on both sides by how soon each could complete a line
// at best; that bound alone ends most branches of a question about distances.
#pragma once
#include <algorithm>

#include "game/moves.hpp"
#include "solve/facts.hpp"
#include "solve/keys.hpp"
#include "solve/pairing.hpp"
#include "solve/potential.hpp"
#include "solve/zone.hpp"
#include "threat/line_fours.hpp"
#include "threat/multi_stone_threats.hpp"

namespace kinrow {

// What the leaf tests may cost. The stones that threats may take are tuned on (5,5,4), (8,4,4), (7,7,5) together: fewer
// visit more nodes, more cost more than they cut.
struct LeafBudget {
  bool pairing = true;
  int threats = 60;
  int turns = 10;  // the same with several stones a turn

  // Alpha-beta settles little on broad boards but such wins: X's of (19,19,6,2,1) after k10 a1 s1 k11 k12 a19 s19 k13
  // l11 k14 k9 in 15 s, without them not in 60. Draws of narrow boards take a tenth longer with 10, a third with 60.
  static LeafBudget of(const Game& g) { return {true, 60, g.rules.size() > 64 ? 2000 : 10}; }
};

template <class Shape>
class LineGame {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;
  using Zone = NoZone;
  static constexpr bool stones_commute = true;  // a line that a turn can complete ends the search before
  static constexpr int node_cost = sizeof(State) < 256 ? 1 : static_cast<int>(sizeof(State) / 64);
  static constexpr int words = static_cast<int>(sizeof(Cells) / 8);

  explicit LineGame(const Game& g) : LineGame(g, LeafBudget::of(g)) {}
  LineGame(const Game& g, LeafBudget budget)
      : t_(g), p_(g.rules.stones), potential_(t_), pairing_(t_), vcf_(t_, budget.threats), multi_(t_, budget.turns),
        budget_(budget) {}
  LineGame(const LineGame&) = delete;  // its parts refer to its tables
  LineGame& operator=(const LineGame&) = delete;

  static std::vector<Permutation> group(const Game& g) {
    if (g.rules.exact) return board_symmetries(g.rules.rows, g.rules.cols);
    return line_symmetries(g.rules.rows, g.rules.cols, g.lines, 64);
  }
  const LineTables<Shape>& tables() const { return t_; }
  int size() const { return t_.rules.size(); }
  int most() const { return t_.rules.size(); }  // no score is larger
  bool fastest_first() const { return true; }
  bool hopeful(const State& s) const { return s.stones[s.to_move].count() + p_ > s.stones[s.to_move ^ 1].count(); }
  State from(const Board& b) const { return State::from(t_, b); }
  void play(State& s, int cell) const { s.play(t_, cell); }
  Cells empty(const State& s) const { return s.empty(t_); }

  int stage(const State& s) const { return s.empties; }
  int final_value(const State& s) const {
    if (s.line_by < 0) return 0;
    return s.line_by == s.to_move ? s.empties + 1 : -(s.empties + 1);
  }

  // Bounds and moves from the counters alone. The first player never loses where both place as many stones, for a stone
  // too many does no harm (strategy stealing, Nash 1949; Hales and Jewett 1963); with overlines barred it might.
  Facts<Cells> look(const State& s, int /*beta*/) const {
    Facts<Cells> f;
    const int me = s.to_move, r = std::min(s.left, s.empties), e = s.empties;
    const int mine = s.missing(t_, me), theirs = s.missing(t_, me ^ 1);
    if (mine <= r) {
      f.lower = f.upper = e - mine + 1;
      return f;
    }
    f.upper = soonest(e, mine + (mine - r + p_ - 1) / p_ * p_);
    f.lower = -soonest(e, r + theirs + (theirs - 1) / p_ * p_);
    if (s.empties == t_.rules.size() && t_.rules.first == p_ && !t_.rules.exact) f.lower = std::max(f.lower, 0);
    f.moves = s.empty(t_);
    if (theirs <= p_ && f.lower < 0) parry(s, r, f);
    return f;
  }

  // The expensive leaf tests, for the question "is the value >= beta?".
  NoZone prove(const State& s, int beta, Facts<Cells>& f) {
    const int me = s.to_move, attacker = beta >= 1 ? me : me ^ 1;
    const bool whole_turn = s.left == p_;
    const bool attacked = attacker != me && f.forced;  // a line with one gap is in no pairing
    if (!attacked && s.left <= p_ &&
        ((whole_turn && potential_.holds(s, attacker)) || (budget_.pairing && pairing_.holds(s, attacker)))) {
      if (attacker == me)
        f.upper = std::min(f.upper, 0);
      else
        f.lower = std::max(f.lower, 0);
    }
    if (p_ > 1 && attacker != me && f.lower < beta && f.upper >= beta && (attacked || !pairing_.crowded()))
      if (const int cell = quiet(s, beta, f.moves); cell >= 0) {
        f.lower = std::max(f.lower, 0);
        f.moves = Cells::one(cell);
      }
    if (p_ == 1 && s.left == 1 && f.upper > 0 && f.lower < beta)
      if (const int score = vcf_.win(s)) f.lower = std::max(f.lower, score);
    if (p_ > 1 && attacker == me && f.upper > 0 && f.lower < beta)
      if (const int score = multi_.win(s)) f.lower = std::max(f.lower, score);
    return {};
  }

  // Where the other side would win by threats after a pass, only the moves that interfere are worth trying.
  // Nodes without and with it: (8,4,4) 2.28 M and 1.60 M, (9,4,4) 56.7 M and 42.1 M, (7,7,5) 78.5 k and 52.0 k; time
  // about the same on (8,4,4), two thirds on (7,7,5).
  void narrow(const State& s, int beta, Facts<Cells>& f) {
    if (p_ != 1 || t_.rules.k < 3 || s.left != 1 || f.forced || f.lower >= beta || f.upper < beta) return;
    Cells zone;
    if (!vcf_.after_pass(s, zone)) return;
    const int score = vcf_.score(s) - 1;  // the stone that replaces the pass takes a cell
    if (score < 1) return;
    f.moves &= zone;
    f.forced = true;
    f.skipped = -score;
    if (f.moves.none()) f.upper = std::min(f.upper, f.skipped);
  }

  // For df-pn: how many leaves seem to be left to prove and to disprove "value >= beta". The attacker's potential
  // speaks for him. Positions looked at without it, with weight 1 and with 4: (8,4,4) 1.39 M, 1.62 M, 1.13 M;
  // (9,4,4) 3.44 M, 2.03 M, 2.20 M; (7,7,5) 61 k, 62 k, 65 k; weights 8 to 32 are worse again. Two stones a turn,
  // without it and with weights 4, 16, 64: (7,6,5,2,1) 2.3 M, 1.5 M, 1.5 M, 2.2 M; (9,7,6,2,1) 0.43 M, 0.39 M, 0.23 M,
  // 0.20 M; (8,5,5,2,1) 2.8 M, 1.8 M, 0.85 M, 0.80 M.
  std::pair<std::uint32_t, std::uint32_t> first_numbers(const State& s, int beta, int moves) const {
    const bool attacks = beta >= 1;
    const double weight = p_ == 1 ? potential_weight : multi_stone_potential_weight;
    const double promise = potential_.sum(s, attacks ? s.to_move : s.to_move ^ 1);
    const auto against = static_cast<std::uint32_t>(weight / (promise + least_promise));
    const auto in_favour = static_cast<std::uint32_t>(weight * promise);
    const auto n = static_cast<std::uint32_t>(moves);
    return attacks ? std::pair(1 + against, n + in_favour) : std::pair(1 + in_favour, n + against);
  }

  // Promise of each cell: the live lines through it, doubled for each stone that they hold, and for the attacker of
  // the question at hand: his lines are the ones to complete or to stop. Heavy beside the history (up to 4096), which
  // decides among equals. Nodes for (5,5,4), (8,4,4), (7,7,5) as this was found: 10.6 k, 13.7 M, 18.8 M with the
  // mover's lines doubled and fourfold weight a stone; 9.1 k, 12.0 M, 7.3 M with the attacker's; 8.1 k, 6.4 M, 1.0 M
  // with static weights of 16 times that; 5.9 k, 2.4 M, 83 k as here.
  void weigh(const State& s, int beta, MoveList& list) const {
    const int attacker = beta >= 1 ? s.to_move : s.to_move ^ 1;
    weigh_lines(s, attacker, 2, list, [](int stones) { return 256 << stones; });
  }
  // Without the moves that another one dominates: it is on every live line, of either side, that they are on.
  // Soundness: who took the better cell plays as after the other move, with these two cells exchanged, until both are
  // taken; his lines through the other cell lack the better one till then, so that he completes all that he would, as
  // soon, and his opponent no more. (In exact games the better cell might spoil a line of his own.) Proof-number search
  // without and with it, positions, and seconds of two threads, medians of nine: (8,4,4) 1.78 M, 1.64 and 1.40 M, 1.45;
  // nodes of alpha-beta: (8,4,4) 1.48 M and 1.34 M, (7,4,4) 126 k and 111 k, (8,5,4,2,1) 99 k and 38 k, (7,7,5) 31 k
  // and 30 k.
  Cells worth_trying(const State& s, Cells moves) const {
    if (t_.rules.exact) return one_idle(s, moves);
    const Lines live = s.live(t_, X) | s.live(t_, O);
    for (Cells rest = moves; rest.any();) {
      const int cell = rest.pop();
      if (t_.on_all(live & t_.through[cell], moves - Cells::one(cell)).any()) moves.reset(cell);
    }
    return moves;
  }

  // Stones that only block, and cells on no live line, are alike whatever their sign: they fold into one neutral kind.
  // Exact games keep theirs, for a stone just beyond a line matters too. So do boards of several words, where gathering
  // the live lines costs more than it saves: proof-number search of (17,4,4), (13,5,5), (10,10,5), (11,11,5) with 3 to
  // 20 stones looks at 0.5, 5, 0 and 3 % fewer positions and takes 9, 12, 12 and 14 % longer; on one word (8,4,4) 7 %
  // fewer, (11,4,4) 19 % fewer and 11 % less time.
  Key key(const State& s, const Keys<words>& keys, int& symmetry) const {
    const int me = s.to_move;
    if (t_.rules.exact || words > 1) return keys.of(s.stones[me], s.stones[me ^ 1], symmetry);
    const Cells mine = reach(s, me), theirs = reach(s, me ^ 1);
    const Cells neutral = Cells::first(t_.rules.size()) - mine - theirs;
    return keys.of((s.stones[me] & mine) | neutral, (s.stones[me ^ 1] & theirs) | neutral, symmetry);
  }

 protected:
  // The score of a line completed after so many more stones; 0 where the board is full before.
  static int soonest(int empties, int plies) { return plies <= empties ? empties - plies + 1 : 0; }
  int missing(const State& s, int side) const { return s.missing(t_, side); }
  int stones_a_turn() const { return p_; }
  // Adds the weights of the live lines through each cell, those of one side so many times.
  template <class Weight>
  void weigh_lines(const State& s, int side, int times, MoveList& list, const Weight& weight) const {
    for (int n = 0; n < t_.rules.k; ++n) {
      const Lines its = s.with(t_, side, n), others = s.with(t_, side ^ 1, n);
      if (its.none() && others.none()) continue;
      const int w = weight(n);
      for (int i = 0; i < list.size; ++i) {
        const Lines& through = t_.through[list.at[i].cell];
        list.at[i].score += w * (times * (its & through).count() + (others & through).count());
      }
    }
  }
  // Cells on no live line are alike.
  Cells one_idle(const State& s, const Cells& moves) const {
    const Lines live = s.live(t_, X) | s.live(t_, O);
    return one_of_the_idle(moves,
                           [&](int cell) { return !live.meets(t_.through[cell]) && !live.meets(t_.extending[cell]); });
  }

 private:
  Cells reach(const State& s, int side) const {  // all cells of the side's live lines
    Cells cells;
    for (Lines live = s.live(t_, side); live.any();) cells |= t_.cells[live.pop()];
    return cells;
  }
  // A move of the defender's after which, or after others of the same turn, a pairing holds; -1 if the likeliest ones
  // do not do. Positions that proof-number search looks at, and seconds: without it (7,6,5,2,1) 3.6 M, 5.2, (9,7,6,2,1)
  // 2.8 M, 6.5, (8,5,5,2,1) 3.9 M, 4.4; with four moves for the last stone 2.1 M, 2.7, 0.55 M, 2.3, 2.2 M, 2.4; for
  // each 1.5 M, 2.0, 0.39 M, 0.9, 1.8 M, 1.5; with eight for each 1.6 M, 3.1, 0.39 M, 1.1, 1.8 M, 2.0. Boards with far
  // too many lines for their cells are spared it: (8,8,6,2,1) 2.1 M all the same, with half that room 4.8 M.
  int quiet(const State& s, int beta, const Cells& moves) {
    if (!budget_.pairing || s.left > most_in_turn) return -1;
    MoveList list;
    list.add_all(moves);
    weigh(s, beta, list);
    for (int i = 0; i < std::min(list.size, most_quiet); ++i) {
      const int cell = list.best_from(i);
      State next = s;
      play(next, cell);
      if (next.over()) continue;
      if (pairing_.holds(next, s.to_move ^ 1)) return cell;
      if (next.to_move == s.to_move && quiet(next, beta, next.empty(t_)) >= 0) return cell;
    }
    return -1;
  }
  static constexpr int most_quiet = 4, most_in_turn = 3;  // moves; stones
  // Of first_numbers(), where the measurements are; the last one only bounds a quotient and was set by hand.
  static constexpr double potential_weight = 4, multi_stone_potential_weight = 16, least_promise = 0.05;

  // He completes a line in his next turn unless every such line is met now.
  void parry(const State& s, int r, Facts<Cells>& f) const {
    const Cells empty = s.empty(t_);
    Cells common = empty, tightest;
    int fewest = 1 << 30;
    for (int m = 1; m <= p_; ++m)
      for (Lines lines = s.with(t_, s.to_move ^ 1, t_.rules.k - m); lines.any();) {
        const Cells gap = t_.cells[lines.pop()] & empty;
        common &= gap;
        if (m < fewest) {
          fewest = m;
          tightest = gap;
        }
      }
    f.skipped = -(s.empties - std::min(r + p_, s.empties) + 1);
    f.forced = true;
    // With one stone left it must meet them all; with more, one of the turn's stones must meet the tightest, and
    // since a turn's stones commute that one may come first.
    f.moves = r == 1 ? common : tightest;
    if (f.moves.none() || (r > 1 && !State::stoppable(t_, empty, s.within(t_, s.to_move ^ 1, p_), r)))
      f.upper = std::min(f.upper, f.skipped);
  }

  LineTables<Shape> t_;
  int p_;
  Potential<Shape> potential_;
  Pairing<Shape> pairing_;
  Vcf<FoursInTurn<Shape>> vcf_;
  MultiStoneThreats<Shape> multi_;
  LeafBudget budget_;
};

}  // namespace kinrow
