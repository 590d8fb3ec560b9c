// WeakGame: the weak (Maker-Breaker) game for proof-number search. If Breaker holds, the side that Maker stands for
// does not win the strong game either, because the same play stops all its lines there. The converse fails: in the
// strong game Maker has to answer Breaker's threats.
//
// A refutation of Maker has a zone: Breaker holds with any further stones of Maker outside it. The zone of a pairing is
// its cells; that of a Breaker node is the move and the zone after it; for a Maker node see dfpn/zone_cover.hpp.
// docs/proof-format.md says why this is sound. (Relevance zones from null moves: Wu and Lin 2010; Hsu, Ko, Chen, Wei,
// Hsueh and Wu, On solving the 7,7,5-game and the 8,8,5-game, 2020.) What was tried: docs/experiments/weak-game.md.
#pragma once
#include <algorithm>
#include <type_traits>
#include <utility>

#include "breaker/weak_state.hpp"
#include "dfpn/proof_numbers.hpp"
#include "game/moves.hpp"
#include "solve/facts.hpp"
#include "solve/keys.hpp"
#include "solve/pairing.hpp"
#include "solve/zone.hpp"
#include "threat/line_fours.hpp"

namespace kinrow {

template <class Shape>
class WeakGame {
 public:
  using Cells = typename Shape::Cells;
  using Lines = typename Shape::Lines;
  using State = WeakState<Shape>;
  static constexpr int words = static_cast<int>(sizeof(Cells) / 8);
  using Zone = std::conditional_t<words == 1, Cells, NoZone>;  // the table has space for a zone of 64 cells
  static constexpr bool assisted = false;

  explicit WeakGame(const Game& g) : t_(g), k_(g.rules.k), pairing_(t_), vcf_(t_, most_steps) {}
  WeakGame(const WeakGame&) = delete;  // its parts refer to its tables
  WeakGame& operator=(const WeakGame&) = delete;

  // The weak game of a strong game's position in which `side` is Maker.
  template <class StrongState>
  State from(const StrongState& s, int side) const {
    return State::from(t_, s.stones[side], s.stones[side ^ 1], s.to_move == side ? maker : breaker);
  }
  // The least value that is a success for the side to move: 1 for Maker, 0 for Breaker.
  static int aim(const State& s) { return s.to_move == maker; }
  // Whether these numbers, seen from the side to move, say that Breaker holds.
  static bool held(const State& s, const ProofNumbers& n) { return s.to_move == maker ? n.disproven() : n.proven(); }
  // Whether Breaker holds; search() must return the numbers of a position that is not over.
  template <class Search>
  static bool held_after(const State& s, const Search& search) {
    return s.over() ? !s.won : held(s, search());
  }
  void play(State& s, int cell) const { s.play_and_settle(t_, cell); }
  Cells empty(const State& s) const { return s.free; }
  int final_value(const State& s) const { return s.won ? (s.to_move == maker ? 1 : -1) : 0; }
  static int stage(const State&) { return 0; }  // positions with the same remaining lines are equivalent

  Facts<Cells> facts(const State& s, int /*beta*/) const {
    Facts<Cells> f;
    f.lower = s.to_move == maker ? 0 : -1;
    f.upper = s.to_move == maker ? 1 : 0;
    f.moves = s.moves;
    return f;
  }
  // Returns the zone of Breaker's refutation if it finds one.
  Zone leaf_tests(const State& s, int /*beta*/, Facts<Cells>& f) {
    Zone zone;
    if (paired(s, zone)) {
      (s.to_move == maker ? f.upper : f.lower) = 0;
    } else if (s.to_move == breaker) {
      if (const int cell = pairing_move(s, zone); cell >= 0) {
        f.lower = 0;
        f.moves = Cells::one(cell);
      }
    } else if (!vcf_.moves(s).empty()) {
      f.lower = 1;
    }
    return zone;
  }
  // If Maker would win by threats after a pass, only the cells of that sequence can stop him.
  void narrow(const State& s, int /*beta*/, Facts<Cells>& f) {
    Cells zone;
    if (s.to_move != breaker || f.lower == 0 || !vcf_.after_pass(s, zone)) return;
    f.moves &= zone;
    if (f.moves.none()) f.upper = -1;
  }

  std::pair<std::uint32_t, std::uint32_t> first_numbers(const State& s, int beta, int moves) const {
    double promise = 0, weight = 1;  // the potential: a line counts 2^-missing
    for (int n = k_ - 1; n >= 0; --n) promise += (weight /= 2) * s.with(n).count();
    const auto against = static_cast<std::uint32_t>(1 / (promise + least_potential));
    const auto in_favour = static_cast<std::uint32_t>(potential_weight * promise);
    const auto n = static_cast<std::uint32_t>(moves);
    return beta >= 1 ? std::pair(1 + against, n + in_favour) : std::pair(1 + in_favour, n + against);
  }
  // Adds up the lines through each cell; each counts 2 to the power of Maker's stones on it.
  void score_moves(const State& s, int /*beta*/, MoveList& list) const {
    for (int n = 0; n < k_; ++n)
      if (const Lines lines = s.with(n); lines.any())
        for (int i = 0; i < list.size; ++i) list.at[i].score += (lines & t_.through[list.at[i].cell]).count() << n;
  }
  static Cells worth_trying(const State&, const Cells& moves) { return moves; }
  Key key(const State& s, const Keys<words>& keys, int& symmetry) const { return keys.of(s.made, s.free, symmetry); }

  static Cells settled(const State& s) { return s.settled; }
  // How much the bias grows from one move to the next, in 64ths. Measured: docs/experiments/weak-game.md.
  static std::uint32_t bias(bool attacks) { return attacks ? 12 : 3; }
  // For a Maker node: extends the zone so that the dominated cells `left` need no moves of their own. The argument
  // exchanges a cell with one that dominates it, so the zone gets both.
  Cells with_dominated(const State& s, Cells left, Cells zone) const {
    while (left.any()) {
      const int cell = left.pop();
      const int better = s.dominating(t_, cell, zone);
      zone.set(cell);
      zone.set(better);
    }
    return zone;
  }

 private:
  bool paired(const State& s, Zone& zone) {
    pairs_.clear();
    if (!pairing_.covers(s.free, s.lines, &pairs_)) return false;
    if constexpr (words == 1)
      for (const Cells& pair : pairs_) zone |= pair;
    return true;
  }
  // The first of Breaker's most promising moves after which a pairing holds; -1 if there is none.
  int pairing_move(const State& s, Zone& zone) {
    MoveList list;
    list.add_all(s.moves);
    score_moves(s, 0, list);
    for (int i = 0; i < std::min(list.size, most_tried); ++i) {
      const int cell = list.best_from(i);
      State next = s;
      play(next, cell);
      if (next.won || !(next.over() || paired(next, zone))) continue;
      if constexpr (words == 1) zone |= next.settled;
      zone.set(cell);
      return cell;
    }
    return -1;
  }
  static constexpr int most_steps = 60;  // stones of a search for threats, as LeafBudget::threats
  static constexpr int most_tried = 4;   // moves; measured
  static constexpr double potential_weight = 4, least_potential = 0.05;  // as in LineGame

  LineTables<Shape> t_;
  int k_;
  Pairing<Shape> pairing_;
  std::vector<Cells> pairs_;
  Vcf<FoursInOrder<Shape, State>> vcf_;
};

}  // namespace kinrow
