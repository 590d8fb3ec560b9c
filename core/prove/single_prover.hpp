// SingleProver: proof-number search with single stones, and two more searches beside it.
//
// Whether a side wins is also asked of the weak game (weak_game.hpp): if Breaker holds there, it does not. That costs
// little where it fails: positions looked at by the weak and by the strong search, before moves had a bias, (8,4,4) 98
// k and 1.1 M, (9,4,4) 50 k and 2.3 M. Where it holds it settles what the strong search cannot: (8,7,5). In exact games
// Breaker stops more than he need, overlines too; certificates without and with it: (8,4,4) 874 kB and 546 kB, (7,4,4)
// 159 kB and 54 kB. On broad boards wins are looked for by attacks (attack.hpp) as well.
//
// Where much work of the strong search has not settled whether the attacker wins, the weak one may look at a few
// positions. Looked at by the strong search without and with it, by the weak one, and seconds: (8,4,4) 1.01 M, 0.88 M +
// 0.62 M, 2.2 and 1.9; (9,4,4) 2.34 M, 1.45 M + 0.60 M, 3.5 and 2.9; (11,4,4) 6.52 M, 2.48 M + 0.95 M, 9.5 and 5.0;
// (10,4,4) 29 M, 15.4 M + 5.4 M. Asked after 30 to 500 positions, with 30 to 500: within a fifth of that; with as many
// as the strong search has spent: slower again. Nine tenths of what the weak search looks at for (8,4,4) are questions
// left open; but to ask again only when the strong search has spent 2 to 16 times as much, first after 15 to 200
// positions, with 20 to 100, is within a tenth as well, and larger budgets later cost more.
#pragma once
#include "prove/attack_crew.hpp"
#include "prove/pn_prover.hpp"
#include "prove/weak_game.hpp"

namespace kinrow {

template <class Shape>
class SingleProver : public PnProver<Shape> {
 public:
  using Base = PnProver<Shape>;
  using State = typename Base::State;
  using Weak = WeakGame<Shape>;
  using WeakState = typename Weak::State;

  SingleProver(const Game& game, std::uint64_t memory, int threads)
      : Base(game, memory - for_attacks(game, memory), threads), broad_(broad(game)), share_(share(game)),
        weak_(game, keys_, memory_, threads), attack_(rules().tables(), for_attacks(game, memory), threads, shared_) {
    for (int i = 0; i < threads; ++i)
      strong_.rules(i).take([this, i](const State& s, int beta) { return refuted(i, s, beta); });
  }

  bool stopped(const Board& board, int side) override {
    if (board.left != 1) return false;
    const auto s = weak_.rules().from(rules().from(board), side);
    return s.over() ? !s.won : Weak::held(s, settled_[side] ? weak_.ask(s, asks(s)) : glance(s));
  }
  int stopper(const Board& board) override {
    if (shared_.stop) return -1;
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
  Keeper::Attacked attack(const Board& board, const Keeper::Question& q) override {
    if (board.left != 1) return {};
    const State s = rules().from(board);
    const auto e = q.within
                       ? attack_.ask(s, q.side, q.order, q.last, q.budget, resized<typename Shape::Cells>(*q.within))
                       : attack_.ask(s, q.side, q.order, q.last, q.budget);
    return {e.numbers.proven(), e.move, resized<AnyCells>(e.zone)};
  }
  void advise(const Board& board, const std::vector<int>& game) override { attack_.advise(rules().from(board), game); }
  std::vector<std::vector<int>> longest(const Board& board, std::uint32_t worth) override {
    std::vector<std::vector<int>> games;
    for (const int side : {X, O})
      for (auto& game : attack_.longest(rules().from(board), side, Attack<Shape>::deepest, worth))
        games.push_back(std::move(game));
    return games;
  }

 private:
  using Base::easiest, Base::keys_, Base::list_of, Base::memory_, Base::rules, Base::shared_, Base::strong_;

  // The strong search first, for what it sees at once; then all in turn, with more and more positions each, most of
  // them the weak one's, until it has said its say, and on broad boards the attack's, which does not say it. (There the
  // weak search takes ten times as long for a position as the attack.)
  Numbers ask(const State& s, int beta) override {
    const int attacker = beta == 1 ? s.to_move : s.to_move ^ 1;
    settled_[attacker] = false;
    for (std::uint64_t most = 1 << 10; s.left == 1; most *= 4) {
      if (const Numbers n = strong_.ask(s, beta, most); n.settled() || shared_.stop) return n;
      const auto weak = weak_.rules().from(s, attacker);
      const Numbers n = weak_.ask(weak, asks(weak), (broad_ ? 1 : 16) * most);
      settled_[attacker] = Weak::held(weak, n);
      if (settled_[attacker]) return beta == 1 ? Numbers::no() : Numbers::yes();
      if (broad_ && attacks(s, attacker, share_ * most)) return beta == 1 ? Numbers::yes() : Numbers::no();
      if (n.settled() && !broad_) break;
    }
    return strong_.ask(s, beta);
  }
  void save_others(std::vector<SavedEntry>& to) const override { attack_.save(to); }
  void restore_others(const SavedEntry* from, const SavedEntry* end) override { attack_.restore(from, end); }
  // Whether the weak game tells soon that the attacker of this question does not win.
  Numbers refuted(int thread, const State& s, int beta) {
    if (s.left != 1) return {};
    const auto weak = weak_.rules(thread).from(s, beta >= 1 ? s.to_move : s.to_move ^ 1);
    const bool held = weak.over()
                          ? !weak.won
                          : Weak::held(weak, weak_.search(thread).ask(weak, asks(weak), most_aside, true).numbers);
    return !held ? Numbers{} : beta >= 1 ? Numbers::no() : Numbers::yes();
  }
  bool attacks(const State& s, int side, std::uint64_t most) {
    return attack_.ask(s, side, 0, Attack<Shape>::deepest, most).numbers.proven();
  }
  // On a board on which quiet moves have very many answers.
  static bool broad(const Game& g) { return std::min(g.rules.rows, g.rules.cols) > 8; }
  static std::uint64_t for_attacks(const Game& g, std::uint64_t memory) { return memory / 8 * (broad(g) ? 7 : 1); }
  // The weak game's question is whether the side to move reaches its aim.
  static int asks(const WeakState& s) { return s.to_move == maker; }
  // What the table says, or one look. Bytes of (8,4,4) with up to 100 positions 829 k, with 20 494 k, with 1 424 k: a
  // tree that goes on in the strong game shares more with the others.
  Numbers glance(const WeakState& s) { return weak_.search().ask(s, asks(s), 1, true).numbers; }

  static constexpr std::uint64_t most_aside = 100;
  // Of the attack's positions for one of the others'. On 15 by 15 a thread looks at 273 k positions of an attack in a
  // second, 241 k of the strong search and 29 k of the weak one, on 19 by 19 at 149 k, 55 k and 6 k: with 64 there too
  // the attack on (19,19,5) came to 80 k/s, with 4096 to 134 k/s (two threads, beside other work); so a like part of
  // the time is the others'.
  static std::uint64_t share(const Game& g) { return g.rules.size() > 256 ? 256 : 64; }
  bool broad_;
  std::uint64_t share_;
  PnCrew<Weak> weak_;
  AttackCrew<Shape> attack_;
  bool settled_[2] = {false, false};  // by sign: the weak game has settled that it does not win
};

}  // namespace kinrow
