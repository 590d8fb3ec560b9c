// PnProver: proof-number search of line games with single stones.
//
// Whether a side wins is also asked of the weak game (weak_game.hpp): if Breaker holds there, it does not. That costs
// little where it fails: positions looked at by the weak and by the strong search, before moves had a bias, (8,4,4) 98
// k and 1.1 M, (9,4,4) 50 k and 2.3 M. Where it holds it settles what the strong search cannot: (8,7,5). In exact games
// Breaker stops more than he need, overlines too; certificates without and with it: (8,4,4) 874 kB and 546 kB, (7,4,4)
// 159 kB and 54 kB.
#pragma once
#include "prove/attack_crew.hpp"
#include "prove/pn_crew.hpp"
#include "prove/provers.hpp"
#include "prove/strong_game.hpp"

namespace kinrow {

template <class Shape>
class PnProver : public Prover {
 public:
  using Strong = StrongGame<Shape>;
  using Weak = WeakGame<Shape>;
  using State = typename Strong::State;
  using WeakState = typename Weak::State;

  PnProver(const Game& game, std::uint64_t memory, int threads)
      : keys_(Strong::group(game), game.rules.size()), broad_(std::min(game.rules.rows, game.rules.cols) > 8),
        memory_(memory - for_attacks(memory)), strong_(game, keys_, memory_, threads),
        weak_(game, keys_, memory_, threads), attack_(rules().tables(), for_attacks(memory), threads, shared()) {
    for (int i = 0; i < threads; ++i) strong_.rules(i).take(weak_.rules(i), weak_.search(i));
  }

  // First whether the likelier winner wins, then, if need be, whether the other does.
  Bounds value(const Board& board) override {
    const State s = rules().from(board);
    if (s.over()) return {sign(rules().final_value(s)), sign(rules().final_value(s))};
    const auto f = rules().look(s, 1);
    Bounds b{std::max(sign(f.lower), -1), std::min(sign(f.upper), 1)};
    report(b);
    while (b.lower != b.upper) {
      const bool may_win = b.upper == 1, may_lose = b.lower == -1;
      const int beta = may_win && (!may_lose || rules().hopeful(s)) ? 1 : 0;
      const Numbers n = ask(s, beta);
      if (n.proven())
        b.lower = beta;
      else if (n.disproven())
        b.upper = beta - 1;
      else
        break;
      report(b);
    }
    return b;
  }
  // The position itself is asked, which looks for the easiest move, or has it in the table.
  int keeper(const Board& board, int goal) override {
    if (shared().stop) return -1;
    const State s = rules().from(board);
    strong_.ask(s, goal);
    if (const int cell = known(s, goal); cell >= 0) return cell;
    return easiest(list_of(rules(), s, goal), [&](int move, std::uint64_t most) { return after(s, move, goal, most); });
  }
  bool stopped(const Board& board, int side) override {
    if (board.left != 1) return false;
    const auto s = weak_.rules().from(rules().from(board), side);
    return s.over() ? !s.won : Weak::held(s, settled_[side] ? weak_.ask(s, asks(s)) : glance(s));
  }
  int stopper(const Board& board) override {
    if (shared().stop) return -1;
    const auto s = weak_.rules().from(rules().from(board), board.to_move ^ 1);
    if (s.over() || s.to_move != breaker) return -1;
    weak_.ask(s, 0);
    if (const int cell = weak_.search().proof_move(s, 0); cell >= 0) return cell;
    return easiest(list_of(weak_.rules(), s, 0), [&](int cell, std::uint64_t most) {
      auto next = s;
      weak_.rules().play(next, cell);
      if (next.over()) return next.won ? Numbers::no() : Numbers::yes();
      return flip(weak_.ask(next, asks(next), most), next.to_move == maker);
    });
  }
  Attacked attack(const Board& board, const Question& q) override {
    if (board.left != 1) return {};
    const State s = rules().from(board);
    const auto e = q.within
                       ? attack_.ask(s, q.side, q.order, q.last, q.budget, resized<typename Shape::Cells>(*q.within))
                       : attack_.ask(s, q.side, q.order, q.last, q.budget);
    return {e.numbers.proven(), e.move, resized<AnyCells>(e.zone)};
  }
  // How many are of attacks, these, and those of the table.
  std::vector<SavedEntry> saved() const override {
    std::vector<SavedEntry> all(1);
    attack_.save(all);
    all[0][0] = all.size() - 1;
    const auto rest = memory_.table.saved();
    all.insert(all.end(), rest.begin(),
               rest.begin() + static_cast<long>(std::min(rest.size(), most_saved - all.size())));
    return all;
  }
  void restore(const std::vector<SavedEntry>& all) override {
    if (all.empty()) return;
    const SavedEntry *end = all.data() + all.size(), *rest = std::min(all.data() + 1 + all[0][0], end);
    attack_.restore(all.data() + 1, rest);
    memory_.table.restore({rest, end});
  }
  Shared& shared() override { return memory_.shared; }
  void advise(const Board& board, const std::vector<int>& game) override { attack_.advise(rules().from(board), game); }
  std::vector<std::vector<int>> longest(const Board& board, std::uint32_t worth) override {
    std::vector<std::vector<int>> games;
    for (const int side : {X, O})
      for (auto& game : attack_.longest(rules().from(board), side, Attack<Shape>::deepest, worth))
        games.push_back(std::move(game));
    return games;
  }

 private:
  Strong& rules() { return strong_.rules(); }
  void report(const Bounds& b) {
    shared().lower = b.lower;
    shared().upper = b.upper;
  }
  // The strong search first, for what it sees at once; then all in turn, with more and more positions each, most of
  // them the weak one's, until it has said its say, and on broad boards the attack's, which does not say it. (There the
  // weak search takes ten times as long for a position as the attack.)
  Numbers ask(const State& s, int beta) {
    const int attacker = beta == 1 ? s.to_move : s.to_move ^ 1;
    settled_[attacker] = false;
    for (std::uint64_t most = 1 << 10; s.left == 1; most *= 4) {
      if (const Numbers n = strong_.ask(s, beta, most); n.settled() || shared().stop) return n;
      const auto weak = weak_.rules().from(s, attacker);
      const Numbers n = weak_.ask(weak, asks(weak), (broad_ ? 1 : 16) * most);
      settled_[attacker] = Weak::held(weak, n);
      if (settled_[attacker]) return beta == 1 ? Numbers::no() : Numbers::yes();
      if (broad_ && attacks(s, attacker, 64 * most)) return beta == 1 ? Numbers::yes() : Numbers::no();
      if (n.settled() && !broad_) break;
    }
    return strong_.ask(s, beta);
  }
  bool attacks(const State& s, int side, std::uint64_t most) {
    return attack_.ask(s, side, 0, Attack<Shape>::deepest, most).numbers.proven();
  }
  std::uint64_t for_attacks(std::uint64_t memory) const { return memory / 8 * (broad_ ? 7 : 1); }
  // The weak game's question is whether the side to move reaches its aim.
  static int asks(const WeakState& s) { return s.to_move == maker; }
  // What the table says, or one look. Bytes of (8,4,4) with up to 100 positions 829 k, with 20 494 k, with 1 424 k: a
  // tree that goes on in the strong game shares more with the others.
  Numbers glance(const WeakState& s) { return weak_.search().ask(s, asks(s), 1, true).numbers; }

  // The moves, most promising first; all of them where look() saw the end without naming one.
  template <class G>
  static MoveList list_of(const G& game, const typename G::State& s, int goal) {
    MoveList list;
    list.add_all(game.look(s, goal).moves);
    if (list.size == 0) list.add_all(game.empty(s));
    game.weigh(s, goal, list);
    for (int i = 0; i < list.size; ++i) list.best_from(i);
    return list;
  }
  // Of the moves that hold, the one that is settled first; -1 if none does. `after(cell, most)`: its numbers.
  template <class After>
  int easiest(const MoveList& list, const After& after) {
    for (std::uint64_t most = 1 << 10;; most *= 4) {
      bool open = false;
      for (int i = 0; i < list.size; ++i) {
        const Numbers n = after(list.at[i].cell, most);
        if (n.proven()) return list.at[i].cell;
        open = open || !n.settled();
        if (shared().stop) return -1;
      }
      if (!open) return -1;
    }
  }
  int known(const State& s, int goal) {
    const int cell = strong_.search().proof_move(s, goal);
    return cell >= 0 && after(s, cell, goal).proven() ? cell : -1;
  }
  // Whether the goal is still there after this move; of the mover.
  Numbers after(const State& s, int cell, int goal, std::uint64_t most = unlimited) {
    State next = s;
    rules().play(next, cell);
    const bool turns = next.to_move != s.to_move;
    if (!next.over()) return flip(strong_.ask(next, turns ? 1 - goal : goal, most), turns);
    const int value = rules().final_value(next);
    return (turns ? -value : value) >= goal ? Numbers::yes() : Numbers::no();
  }

  static constexpr std::uint64_t unlimited = ~std::uint64_t{0};
  Keys<Strong::words> keys_;
  bool broad_;  // on a board on which quiet moves have very many answers
  PnMemory memory_;
  PnCrew<Strong> strong_;
  PnCrew<Weak> weak_;
  AttackCrew<Shape> attack_;
  bool settled_[2] = {false, false};  // by sign: the weak game has settled that it does not win
};

template <class Shape>
std::unique_ptr<Prover> make_prover_of(const Game& g, std::uint64_t memory, int threads) {
  return std::make_unique<PnProver<Shape>>(g, memory, threads);
}

}  // namespace kinrow
