// PnSearch: df-pn, depth-first proof-number search (Nagai 2002), for one boolean question on one game: is the value for
// the side to move at least beta? One thread's search; threads share the table.
//
// It goes where the fewest leaves seem to be left, so that a narrow forcing win is found however many quiet moves
// stand beside it. Sound without further argument: a node is settled by a settled child, by all of its children, or
// by the game's own bounds (line_game.hpp says why those hold), and stones are only added, so there are no cycles.
//  - Numbers of a node's moves are not summed but taken as the largest plus the number of the others (weak proof
//    numbers, Ueda, Hashimoto, Hashimoto, Iida 2008): most lines of play transpose, and sums count them many times.
//    Positions looked at for (8,4,4), (9,4,4), (10,4,4): 1.60 M, 3.96 M, 48.6 M with sums; 1.39 M, 3.44 M, 17.6 M so.
//  - Thresholds leave room of a quarter above the second best move (the 1+epsilon trick, Pawlewicz and Lew 2007).
//  - First numbers come from the number of moves and the game's own promise (LineGame::first_numbers).
//  - When a move has been refuted, its refutation is replayed against its siblings (simulation, Kawano 1996): most
//    replies do not touch what won, and a replay looks at one move a node where a search looks at them all. Every
//    reply on the way is verified, so that a replay proves or says nothing. (9,4,4): 726 k to 453 k nodes expanded,
//    (7,7,5): 8.2 k to 1.9 k; 1.7 times as fast.
#pragma once
#include <vector>

#include "prove/pn_table.hpp"
#include "solve/facts.hpp"
#include "solve/keys.hpp"
#include "solve/moves.hpp"
#include "solve/shared.hpp"

namespace kinrow {

template <class Game>
class PnSearch {
 public:
  using State = typename Game::State;
  using Cells = typename Game::Cells;

  PnSearch(Game& game, const Keys<Game::words>& keys, PnTable& table, Shared& shared, UnderWay& under_way, bool alone)
      : game_(game), keys_(keys), table_(table), shared_(shared), under_way_(under_way), alone_(alone) {}

  // Until settled; or stopped, or about `budget` positions were looked at: then neither number is 0.
  Numbers ask(const State& s, int beta, std::uint64_t budget) {
    stopped_ = shared_.stop;
    budget_ = budget;
    work_ = 0;
    const Place at = place(s, beta);
    Numbers n = status(s, at);
    if (!n.settled()) n = visit(s, at, {Numbers::never, Numbers::never}, 0);
    shared_.nodes += nodes_;
    nodes_ = 0;
    return n;
  }
  // The move that proved a question of this game, or -1. Positions that differ in cells on no live line are one in the
  // table, so that such a move may be taken here.
  int proof_move(const State& s, int beta) const {
    const Place at = place(s, beta);
    PnEntry e;
    if (!table_.probe(at.question, e) || !e.numbers.proven()) return -1;
    const int cell = keys_.backward(at.turn, e.move);
    return cell >= 0 && game_.empty(s).test(cell) ? cell : -1;
  }

 private:
  struct Place {
    Question question;
    int turn = 0;
  };
  struct Child {
    int cell;
    Place at;
    bool swapped, over;
    Numbers numbers;  // for the mover's opponent: phi 0 says that the move is refuted
  };
  static constexpr Numbers yes{0, Numbers::never}, no{Numbers::never, 0};

  Place place(const State& s, int beta) const {
    Place at;
    at.question = {game_.key(s, keys_, at.turn), s.empties, s.left, beta};
    return at;
  }
  // The question of a child that answers "does the mover reach beta?" from the side of the child's own mover.
  static int beta_of(const State& s, int beta, const State& child) {
    return child.to_move == s.to_move ? beta : 1 - beta;
  }
  static Numbers flip(const Numbers& n, bool swapped) { return swapped ? Numbers{n.delta, n.phi} : n; }

  // What a look at the position gives: settled, or first numbers.
  Numbers evaluate(const State& s, int beta) {
    count_and_poll();
    if (s.over()) return game_.final_value(s) >= beta ? yes : no;
    Facts<Cells> f = game_.look(s, beta);
    if (f.lower < beta && f.upper >= beta) {
      game_.prove(s, beta, f);
      game_.narrow(s, beta, f);
    }
    if (f.lower >= beta) return yes;
    if (f.upper < beta) return no;
    const auto [phi, delta] = game_.first_numbers(s, beta, f.moves.count());
    return {phi, delta};
  }
  Numbers status(const State& s, const Place& at) {
    PnEntry e;
    if (table_.probe(at.question, e)) return e.numbers;
    const Numbers n = evaluate(s, at.question.beta);
    table_.store(at.question, {n, -1, 0});
    return n;
  }
  void count_and_poll() {
    ++work_;
    if (++nodes_ < 512) return;
    shared_.nodes += nodes_;
    nodes_ = 0;
    stopped_ = stopped_ || shared_.stop.load(std::memory_order_relaxed) ||
               shared_.answered.load(std::memory_order_relaxed) || work_ > budget_;
  }
  Cells moves_of(const State& s, int beta) {
    Facts<Cells> f = game_.look(s, beta);
    game_.narrow(s, beta, f);
    Cells moves;
    for (bool idle = false; f.moves.any();) {
      const int cell = f.moves.pop();
      if (game_.idle(s, cell)) {
        if (idle) continue;
        idle = true;
      }
      moves.set(cell);
    }
    return moves;
  }

  // Puts the children on the stack, the most promising first, up to one that settles the node.
  void expand(const State& s, const Place& at) {
    MoveList list;
    for (Cells rest = moves_of(s, at.question.beta); rest.any();) list.add(rest.pop());
    game_.weigh(s, at.question.beta, list);
    const std::size_t base = children_.size();
    for (int i = 0; i < list.size; ++i) {
      State next = s;
      Child child{};
      child.cell = list.best_from(i);
      game_.play(next, child.cell);
      const int beta = beta_of(s, at.question.beta, next);
      child.swapped = next.to_move == s.to_move;
      child.over = next.over();
      if (child.over) {
        child.numbers = flip(evaluate(next, beta), child.swapped);
      } else {
        child.at = place(next, beta);
        if (twin(base, child)) continue;
        child.numbers = flip(status(next, child.at), child.swapped);
      }
      children_.push_back(child);
      if (child.numbers.disproven()) return;
    }
  }
  bool twin(std::size_t base, const Child& child) const {
    for (std::size_t i = base; i < children_.size(); ++i)
      if (!children_[i].over && children_[i].at.question == child.at.question) return true;
    return false;
  }

  struct Choice {
    Numbers node{Numbers::never, 0};  // of the node, from its children
    std::size_t best = 0;
    std::uint32_t second = Numbers::never, others = 0;
  };
  Choice choose(std::size_t base, bool share) {
    Choice c;
    std::uint32_t least = Numbers::never + 1, largest = 0, open = 0;
    for (std::size_t i = base; i < children_.size(); ++i) {
      Child& child = children_[i];
      if (share && !child.over) refresh(child);
      const Numbers& n = child.numbers;
      c.node.phi = std::min(c.node.phi, n.delta);
      if (n.phi == 0) continue;
      ++open;
      largest = std::max(largest, n.phi);
      // A move that another thread is at looks worse than it is. Whether by one or fourfold makes no difference beyond
      // chance, nor does where sharing ends: two threads look at a seventh more than one (28 games of 0.1 to 1 s).
      const std::uint32_t looks =
          share && n.delta < Numbers::never / 4 && under_way_.busy(name_of(child)) ? n.delta * 2 + 2 : n.delta;
      if (looks < least) {
        c.second = std::min(least, Numbers::never);
        least = looks;
        c.best = i;
      } else {
        c.second = std::min(c.second, looks);
      }
    }
    c.others = open > 0 ? open - 1 : 0;
    c.node.delta = c.node.phi == 0 ? Numbers::never : std::min(open == 0 ? 0 : largest + c.others, Numbers::never);
    if (c.node.delta == 0) c.node.phi = Numbers::never;
    return c;
  }
  void refresh(Child& child) const {
    PnEntry e;
    if (table_.probe(child.at.question, e)) child.numbers = flip(e.numbers, child.swapped);
  }

  Numbers visit(const State& s, const Place& at, const Numbers& limits, int depth) {
    const std::size_t base = children_.size();
    const std::uint64_t before = work_;
    if (depth > shared_.depth) shared_.depth = depth;
    expand(s, at);
    const bool share = !alone_ && s.empties > share_above;
    Choice c = choose(base, share);
    while (c.node.phi < limits.phi && c.node.delta < limits.delta && !stopped_) {
      pursue(s, c, limits, base, depth);
      c = choose(base, share);
      if (depth == 0) tell(base);
    }
    const int move = c.node.proven() ? keys_.forward(at.turn, children_[proving(base)].cell) : -1;
    const std::uint64_t work = std::min<std::uint64_t>(work_ - before, 1U << 31);
    table_.store(at.question, {c.node, move, static_cast<std::uint32_t>(work)});
    children_.resize(base);
    return c.node;
  }
  std::size_t proving(std::size_t base) const {
    while (children_[base].numbers.delta != 0) ++base;
    return base;
  }
  void tell(std::size_t base) {
    int settled = 0;
    for (std::size_t i = base; i < children_.size(); ++i) settled += children_[i].numbers.phi == 0;
    shared_.move = settled;
    shared_.moves = static_cast<int>(children_.size() - base);
  }

  // Searches the chosen child within thresholds that bring the node's own numbers up to its limits or past the
  // second best move.
  void pursue(const State& s, const Choice& c, const Numbers& limits, std::size_t base, int depth) {
    const Child child = children_[c.best];
    State next = s;
    game_.play(next, child.cell);
    Numbers room;
    room.phi = limits.delta >= Numbers::never ? Numbers::never : limits.delta - c.others;
    room.delta = std::min(limits.phi, std::min(c.second + c.second / 4 + 1, Numbers::never));
    const bool share = !alone_ && s.empties > share_above;
    if (share) under_way_.enter(name_of(child));
    const Numbers n = flip(visit(next, child.at, flip(room, child.swapped), depth + 1), child.swapped);
    if (share) under_way_.leave(name_of(child));
    children_[c.best].numbers = n;
    if (n.proven() && !child.swapped) replay_against_siblings(s, next, base);
  }
  void replay_against_siblings(const State& s, const State& guide, std::size_t base) {
    for (std::size_t i = base; i < children_.size() && !stopped_; ++i) {
      Child& child = children_[i];
      if (child.over || child.swapped || child.numbers.settled()) continue;
      State next = s;
      game_.play(next, child.cell);
      if (replay(next, guide, child.at.question.beta)) children_[i].numbers = yes;
    }
  }
  // Whether the play that proved `guide` also proves `s`.
  bool replay(const State& s, const State& guide, int beta) {
    const Place at = place(s, beta);
    const Numbers n = status(s, at);
    if (n.settled() || stopped_) return n.proven();
    const int cell = proof_move(guide, beta);
    if (cell < 0 || !game_.empty(s).test(cell)) return false;
    State next = s, leading = guide;
    game_.play(next, cell);
    game_.play(leading, cell);
    if (next.to_move == s.to_move) return false;  // turns of several stones are left to the search
    if (next.over() ? !evaluate(next, 1 - beta).disproven() : !replies_fail(next, leading, 1 - beta)) return false;
    table_.store(at.question, {yes, keys_.forward(at.turn, cell), 1});
    return true;
  }
  bool replies_fail(const State& s, const State& guide, int beta) {
    const Place at = place(s, beta);
    const Numbers n = status(s, at);
    if (n.settled() || guide.over()) return n.disproven();
    State last = guide;
    bool any = false;
    for (Cells rest = moves_of(s, beta); rest.any();) {
      const int cell = rest.pop();
      State next = s, leading = guide;
      game_.play(next, cell);
      if (next.over() || next.to_move == s.to_move) {
        if (!next.over() || !evaluate(next, 1 - beta).proven()) return false;
        continue;
      }
      bool met = false;
      if (game_.empty(guide).test(cell)) {
        game_.play(leading, cell);
        met = !leading.over() && replay(next, leading, 1 - beta);
      }
      if (!met && !(any ? replay(next, last, 1 - beta) : status(next, place(next, 1 - beta)).proven())) return false;
      last = next;
      any = true;
    }
    table_.store(at.question, {no, -1, 1});
    return true;
  }

  static std::uint64_t name_of(const Child& child) {
    const Question& q = child.at.question;
    const std::uint64_t h = q.key.a ^ (q.key.b * 0x9e3779b97f4a7c15ULL) ^ static_cast<std::uint64_t>(q.empties);
    return (h ^ h >> 31) * 0xbf58476d1ce4e5b9ULL | 1;
  }

  static constexpr int share_above = 13;  // empty cells, as in solve/searcher.hpp

  Game& game_;
  const Keys<Game::words>& keys_;
  PnTable& table_;
  Shared& shared_;
  UnderWay& under_way_;
  const bool alone_;
  std::vector<Child> children_;                      // of all nodes on the path, the root's first
  std::uint64_t nodes_ = 0, work_ = 0, budget_ = 0;  // positions looked at: not yet reported, for this question
  bool stopped_ = false;
};

}  // namespace kinrow
