// PnProver: proof-number search of line games, as far as single stones and turns of several have it in common.
//
// Nodes of alpha-beta (solve/engine.hpp) and positions looked at here: (10,4,4) more than 1 G and 29 M, (7,7,5) 31 k
// and 50 k, (6,5,5,2,1) 0.80 M and 50 k, (8,5,4,2,1) 0.94 M and 10 k, (6,6,5,2,1) 4.5 M and 0.33 M, (7,6,5,2,1) 103 M
// and 3.6 M. Alpha-beta settles (8,4,4) in 0.8 s where this takes 1.0, but a certificate of what it found has nine
// times the bytes, and takes longer to write than the difference.
#pragma once
#include "prove/pn_crew.hpp"
#include "prove/provers.hpp"
#include "prove/strong_game.hpp"

namespace kinrow {

template <class Shape>
class PnProver : public Prover {
 public:
  using Strong = StrongGame<Shape>;
  using State = typename Strong::State;

  // `memory`: for the strong game's table.
  PnProver(const Game& game, std::uint64_t memory, int threads)
      : keys_(Strong::group(game), game.rules.size()), memory_(memory, shared_),
        strong_(game, keys_, memory_, threads) {}

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
  // How many are of the other searches, these, and those of the table.
  std::vector<SavedEntry> saved() const override {
    std::vector<SavedEntry> all(1);
    save_others(all);
    all[0][0] = all.size() - 1;
    const auto rest = memory_.table.saved();
    all.insert(all.end(), rest.begin(),
               rest.begin() + static_cast<long>(std::min(rest.size(), most_saved - all.size())));
    return all;
  }
  void restore(const std::vector<SavedEntry>& all) override {
    if (all.empty()) return;
    const SavedEntry *end = all.data() + all.size(), *rest = std::min(all.data() + 1 + all[0][0], end);
    restore_others(all.data() + 1, rest);
    memory_.table.restore({rest, end});
  }
  Shared& shared() override { return shared_; }

 protected:
  // Settled unless stopped.
  virtual Numbers ask(const State& s, int beta) = 0;
  virtual void save_others(std::vector<SavedEntry>& to) const = 0;  // at most half of most_saved
  virtual void restore_others(const SavedEntry* from, const SavedEntry* end) = 0;
  Strong& rules() { return strong_.rules(); }
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
  Shared shared_;
  Keys<Strong::words> keys_;
  PnMemory memory_;
  PnCrew<Strong> strong_;

 private:
  void report(const Bounds& b) {
    shared_.lower = b.lower;
    shared_.upper = b.upper;
  }
};

}  // namespace kinrow
