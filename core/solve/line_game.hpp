// LineGame: "k in a row wins" for the search: bounds, forced moves, leaf tests, move order, keys.
//
// The score of a win is the number of empty cells plus one. So the value is bounded on both sides by how soon each side
// could complete a line at best; that bound alone ends most branches of a query about distances.
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

// What the leaf tests may cost. The values are measured, see docs/experiments/leaf-tests.md.
struct LeafBudget {
  bool pairing = true;
  int threats = 60;              // stones that a search for wins by continuous threats may place
  int multi_stone_threats = 10;  // the same with several stones per turn

  // On broad boards alpha-beta settles little except such wins, so they get much more there.
  static LeafBudget of(const Game& g) {
    LeafBudget budget;
    if (g.rules.size() > 64) budget.multi_stone_threats = 2000;
    return budget;
  }
};

template <class Shape>
class LineGame {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = LineState<Shape>;
  using Zone = NoZone;
  static constexpr bool stones_commute = true;  // facts() settles a turn that can complete a line
  static constexpr int node_cost = sizeof(State) < 256 ? 1 : static_cast<int>(sizeof(State) / 64);
  static constexpr int words = static_cast<int>(sizeof(Cells) / 8);

  explicit LineGame(const Game& g) : LineGame(g, LeafBudget::of(g)) {}
  LineGame(const Game& g, LeafBudget budget)
      : t_(g), p_(g.rules.stones), potential_(t_), pairing_(t_), vcf_(t_, budget.threats),
        multi_(t_, budget.multi_stone_threats), budget_(budget) {}
  LineGame(const LineGame&) = delete;  // its parts refer to its tables
  LineGame& operator=(const LineGame&) = delete;

  static std::vector<Permutation> group(const Game& g) {
    if (!g.rules.monotone()) return board_symmetries(g.rules.rows, g.rules.cols);
    return line_symmetries(g.rules.rows, g.rules.cols, g.lines, 64);
  }
  const LineTables<Shape>& tables() const { return t_; }
  int size() const { return t_.rules.size(); }
  int largest_value() const { return t_.rules.size(); }  // no score is larger
  bool fastest_first() const { return true; }
  bool is_favorite(const State& s) const { return s.stones[s.to_move].count() + p_ > s.stones[s.to_move ^ 1].count(); }
  State from(const Board& b) const { return State::from(t_, b); }
  void play(State& s, int cell) const { s.play(t_, cell); }
  Cells empty(const State& s) const { return s.legal(t_); }  // on which the side to move may play

  int stage(const State& s) const { return s.empties; }
  int final_value(const State& s) const {
    if (s.line_by < 0) return 0;
    return s.line_by == s.to_move ? s.empties + 1 : -(s.empties + 1);
  }

  // Bounds and moves from the counters alone. If both sides place the same number of stones, the first player never
  // loses with a whole turn on an empty board, because an extra stone does no harm (strategy stealing, Nash 1949; Hales
  // and Jewett 1963); in exact games and renju it might.
  Facts<Cells> facts(const State& s, int /*beta*/) const {
    Facts<Cells> f;
    const int me = s.to_move, r = std::min(s.left, s.empties), e = s.empties;
    const int mine = s.missing(t_, me), theirs = s.missing(t_, me ^ 1);
    if (mine <= r) {
      f.lower = f.upper = e - mine + 1;
      return f;
    }
    f.upper = soonest(e, mine + (mine - r + p_ - 1) / p_ * p_);
    f.lower = -soonest(e, r + theirs + (theirs - 1) / p_ * p_);
    const bool untouched = s.empties == t_.rules.size() && s.left == p_;
    if (untouched && t_.rules.first == p_ && t_.rules.monotone()) f.lower = std::max(f.lower, 0);
    f.moves = s.legal(t_);
    if (theirs <= p_ && f.lower < 0) parry(s, r, f);
    return f;
  }

  // The expensive leaf tests for the query "is the value >= beta?".
  NoZone leaf_tests(const State& s, int beta, Facts<Cells>& f) {
    const int me = s.to_move, attacker = beta >= 1 ? me : me ^ 1;
    const bool whole_turn = s.left == p_;
    const bool attacked = attacker != me && f.forced;  // a line with one empty cell has no pair
    if (!attacked && s.left <= p_ && answers_anywhere(attacker ^ 1) &&
        ((whole_turn && potential_.holds(s, attacker)) || (budget_.pairing && pairing_.holds(s, attacker)))) {
      if (attacker == me)
        f.upper = std::min(f.upper, 0);
      else
        f.lower = std::max(f.lower, 0);
    }
    if (p_ > 1 && attacker != me && f.lower < beta && f.upper >= beta && (attacked || !pairing_.crowded()))
      if (const int cell = pairing_move(s, beta, f.moves); cell >= 0) {
        f.lower = std::max(f.lower, 0);
        f.moves = Cells::one(cell);
      }
    if (p_ == 1 && s.left == 1 && f.upper > 0 && f.lower < beta)
      if (const int score = vcf_.win(s)) f.lower = std::max(f.lower, score);
    if (p_ > 1 && attacker == me && f.upper > 0 && f.lower < beta)
      if (const int score = multi_.win(s)) f.lower = std::max(f.lower, score);
    return {};
  }

  // If the opponent would win by threats after a pass, only the moves that interfere are worth trying.
  void narrow(const State& s, int beta, Facts<Cells>& f) {
    // Not in renju and caro, where other stones also interfere.
    if (Shape::renju || Shape::caro || p_ != 1 || t_.rules.k < 3 || s.left != 1 || f.forced || f.lower >= beta ||
        f.upper < beta)
      return;
    Cells zone;
    if (!vcf_.after_pass(s, zone)) return;
    const int score = vcf_.score(s) - 1;  // a stone in place of the pass takes one more cell
    if (score < 1) return;
    f.moves &= zone;
    f.forced = true;
    f.skipped = -score;
    if (f.moves.none()) f.upper = std::min(f.upper, f.skipped);
  }

  // For df-pn: the proof and disproof numbers of a new leaf, from the number of its moves and the attacker's potential.
  std::pair<std::uint32_t, std::uint32_t> first_numbers(const State& s, int beta, int moves) const {
    const bool attacks = beta >= 1;
    const double weight = p_ == 1 ? potential_weight : multi_stone_potential_weight;
    const double promise = potential_.sum(s, attacks ? s.to_move : s.to_move ^ 1);
    const auto against = static_cast<std::uint32_t>(weight / (promise + least_potential));
    const auto in_favour = static_cast<std::uint32_t>(weight * promise);
    const auto n = static_cast<std::uint32_t>(moves);
    return attacks ? std::pair(1 + against, n + in_favour) : std::pair(1 + in_favour, n + against);
  }

  // The number of live lines through each cell, doubled per stone on them, and doubled for the attacker of this query,
  // whose lines are the ones to complete or to stop. These scores outweigh the history (up to 4096), which decides
  // between similar moves. Figures: docs/experiments/alpha-beta.md.
  void score_moves(const State& s, int beta, MoveList& list) const {
    const int attacker = beta >= 1 ? s.to_move : s.to_move ^ 1;
    score_lines(s, attacker, 2, list, [](int stones) { return 256 << stones; });
  }
  // Adds the weights of the live lines through each cell; those of `side` count `times`.
  template <class Weight>
  void score_lines(const State& s, int side, int times, MoveList& list, const Weight& weight) const {
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
  // Drops the moves that another move dominates: one that is on every live line, of either side, that they are on.
  // Sound: a player who took the better cell plays as after the other move, with the two cells exchanged, until both
  // are taken. Until then every line through the other cell lacks the better one, so that player completes the same
  // lines as soon, and the opponent no more. (In exact games the better cell might spoil a line of its own.) Figures:
  // docs/experiments/alpha-beta.md.
  Cells worth_trying(const State& s, Cells moves) const {
    if constexpr (Shape::renju) return moves;  // each may be forbidden, or forbid another
    if (t_.rules.exact) return without_idle_copies(s, moves);
    const Lines live = s.live(t_, X) | s.live(t_, O);
    for (Cells rest = moves; rest.any();) {
      const int cell = rest.pop();
      if (t_.on_all(live & t_.through[cell], moves - Cells::one(cell)).any()) moves.reset(cell);
    }
    return moves;
  }

  // Stones that only block, and cells on no live line, are equivalent whatever their sign, so the key treats them as
  // one neutral kind. Not in exact games, where a stone just beyond a line also matters; and not on boards of several
  // words, where finding the live lines costs more than it saves. Figures: docs/experiments/alpha-beta.md.
  Key key(const State& s, const Keys<words>& keys, int& symmetry) const {
    const int me = s.to_move;
    if constexpr (Shape::renju) return key_of_both(s, keys, symmetry);
    if (t_.rules.exact || words > 1) return keys.of(s.stones[me], s.stones[me ^ 1], symmetry);
    const Cells mine = reach(s, me), theirs = reach(s, me ^ 1);
    const Cells neutral = t_.board - mine - theirs;
    return keys.of((s.stones[me] & mine) | neutral, (s.stones[me ^ 1] & theirs) | neutral, symmetry);
  }

 protected:
  // The score of a line completed after `plies` more stones; 0 if the board is full before.
  static int soonest(int empties, int plies) { return plies <= empties ? empties - plies + 1 : 0; }
  int missing(const State& s, int side) const { return s.missing(t_, side); }
  int stones_a_turn() const { return p_; }
  // Cells on no live line are equivalent.
  Cells without_idle_copies(const State& s, const Cells& moves) const {
    const Lines live = s.live(t_, X) | s.live(t_, O);
    return kinrow::without_idle_copies(
        moves, [&](int cell) { return !live.meets(t_.through[cell]) && !live.meets(t_.extending[cell]); });
  }

 private:
  // Whether a side may answer on any empty cell, as pairings and potentials need.
  bool answers_anywhere(int side) const { return !Shape::renju || !t_.stone_rules.ban(side); }
  // The two sides have different rules, so the key must say whose turn it is. If the side without bans is to move, its
  // first word has the cells without a stone of the other side instead, or the hash is changed.
  Key key_of_both(const State& s, const Keys<words>& keys, int& symmetry) const {
    const int first = t_.rules.begins;
    if (s.to_move == first) return keys.of(s.stones[first], s.stones[first ^ 1], symmetry);
    if constexpr (words == 1) return keys.of(t_.board - s.stones[first], s.stones[first ^ 1], symmetry);
    return keys.of(s.stones[first], s.stones[first ^ 1], symmetry) ^ Key { multiplier, multiplier };
  }
  Cells reach(const State& s, int side) const {  // all cells on live lines of the side
    Cells cells;
    s.live(t_, side).each([&](int line) { cells |= t_.cells[line]; });
    return cells;
  }
  // A move of the defender's after which a pairing holds, or holds after further moves of the same turn; -1 if the most
  // promising moves have none. Not for boards with far too many lines for their cells (Pairing::crowded). Figures:
  // docs/experiments/leaf-tests.md.
  int pairing_move(const State& s, int beta, const Cells& moves) {
    if (!budget_.pairing || s.left > most_in_turn) return -1;
    MoveList list;
    list.add_all(moves);
    score_moves(s, beta, list);
    for (int i = 0; i < std::min(list.size, most_tried); ++i) {
      const int cell = list.best_from(i);
      State next = s;
      play(next, cell);
      if (next.over()) continue;
      if (pairing_.holds(next, s.to_move ^ 1)) return cell;
      if (next.to_move == s.to_move && pairing_move(next, beta, next.empty(t_)) >= 0) return cell;
    }
    return -1;
  }
  static constexpr int most_tried = 4, most_in_turn = 3;  // moves tried per stone; stones left in the turn
  // Measured, see docs/experiments/alpha-beta.md; `least_potential` keeps the numbers finite.
  static constexpr double potential_weight = 4, multi_stone_potential_weight = 16, least_potential = 0.05;

  // The opponent completes a line in the next turn unless every such line is stopped now.
  void parry(const State& s, int r, Facts<Cells>& f) const {
    const Cells empty = s.empty(t_);
    Cells common = f.moves, tightest;
    int fewest = State::unreachable;
    for (int m = 1; m <= p_; ++m)
      for (Lines lines = s.with(t_, s.to_move ^ 1, t_.rules.k - m); lines.any();) {
        const Cells gap = s.stopping(t_, s.to_move ^ 1, lines.pop());
        common &= gap;
        if (m < fewest) {
          fewest = m;
          tightest = gap;
        }
      }
    f.skipped = -(s.empties - std::min(r + p_, s.empties) + 1);
    f.forced = true;
    // A single stone must stop them all. With more stones left, one of them must stop the line that lacks fewest
    // stones, and since the stones of a turn commute, it may come first.
    f.moves = r == 1 ? common : tightest;
    if (f.moves.none() || (r > 1 && !State::stoppable(t_, empty, s.within(t_, s.to_move ^ 1, p_), r)))
      f.upper = std::min(f.upper, f.skipped);
  }

  LineTables<Shape> t_;
  int p_;
  Potential<Shape> potential_;
  Pairing<Shape> pairing_;
  Vcf<FoursInOrder<Shape>> vcf_;
  MultiStoneThreats<Shape> multi_;
  LeafBudget budget_;
};

}  // namespace kinrow
