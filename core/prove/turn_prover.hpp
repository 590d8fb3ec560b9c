// TurnProver: proof-number search with several stones a turn, and a search for wins by threats (turn_game.hpp) in turn
// with it.
//
// The weak game (weak_game.hpp) with turns of two stones, its zones, sets of three cells and dominance, settles no game
// that this does not, and looks at as many positions to say that neither side wins: (8,8,6,2,1) 1.9 M + 3.9 M for 2.4
// M here, (9,7,6,2,1) 0.57 M + 0.12 M for 0.20 M, (7,6,5,2,1) 4.3 M + 4.2 M for 1.0 M, (10,6,6,2,1) 0.10 M + 0.42 M
// for 0.86 M; (8,7,5,2,1) either side wins there, and (10,5,5,2,1) is open after 13 M for each.
#pragma once
#include "prove/pn_prover.hpp"
#include "prove/turn_game.hpp"

namespace kinrow {

template <class Shape>
class TurnProver : public PnProver<Shape> {
 public:
  using Base = PnProver<Shape>;
  using State = typename Base::State;

  TurnProver(const Game& game, std::uint64_t memory, int threads)
      : Base(game, memory - memory / 4, threads), threats_memory_(memory / 4, shared_),
        threats_(game, keys_, threats_memory_, threads) {
    for (int i = 0; i < threads; ++i)
      strong_.rules(i).take([this, i](const State& s, int beta) {
        return won(threats_.search(i).ask(s, beta, most_aside, true).numbers, beta);
      });
  }
  int keeper(const Board& board, int goal) override {
    const State s = rules().from(board);
    if (goal == 1 && !shared_.stop) {
      const bool whole = by_threats_[s.to_move];
      if (threats_.ask(s, goal, whole ? Base::unlimited : 4 * most_aside).proven())
        if (const int cell = threats_.search().proof_move(s, goal); cell >= 0) return cell;
    }
    return Base::keeper(board, goal);
  }

 private:
  using Base::keys_, Base::rules, Base::shared_, Base::strong_;

  // The strong search first, for what it sees at once; then both in turn, with more and more positions each. A win of
  // either side's by threats answers both questions.
  Numbers ask(const State& s, int beta) override {
    for (std::uint64_t most = 1 << 10;; most *= 4) {
      if (const Numbers n = strong_.ask(s, beta, most); n.settled() || shared_.stop) return n;
      bool open = false;
      for (const int goal : {1, 0}) {
        const Numbers n = threats_.ask(s, goal, 8 * most);
        by_threats_[goal == 1 ? s.to_move : s.to_move ^ 1] = won(n, goal).settled();
        if (won(n, goal).settled()) return n;
        open = open || !n.settled();
      }
      if (!open) return strong_.ask(s, beta);
    }
  }
  // That threats do not win says nothing.
  static Numbers won(const Numbers& n, int beta) { return (beta == 1 ? n.proven() : n.disproven()) ? n : Numbers{}; }
  void save_others(std::vector<SavedEntry>& to) const override {
    const auto all = threats_memory_.table.saved();
    const auto most = static_cast<long>(std::min<std::uint64_t>(all.size(), most_saved / 4));
    to.insert(to.end(), all.begin(), all.begin() + most);
  }
  void restore_others(const SavedEntry* from, const SavedEntry* end) override {
    threats_memory_.table.restore({from, end});
  }

  static constexpr std::uint64_t most_aside = 100;
  PnMemory threats_memory_;
  PnCrew<TurnGame<Shape>> threats_;
  bool by_threats_[2] = {false, false};  // by sign: how it wins
};

}  // namespace kinrow
