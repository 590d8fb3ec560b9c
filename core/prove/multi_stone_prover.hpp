// MultiStoneProver: proof-number search of the strong game with several stones per turn, alternating with a search for
// wins by threats (dfpn/threat_game.hpp).
#pragma once
#include <algorithm>

#include "dfpn/threat_game.hpp"
#include "prove/outcome_prover.hpp"

namespace kinrow {

template <class Shape>
class MultiStoneProver : public OutcomeProver<Shape> {
 public:
  using Base = OutcomeProver<Shape>;
  using State = typename Base::State;

  MultiStoneProver(const Game& game, std::uint64_t memory, int threads)
      : Base(game, memory - memory / 4, threads), threat_space_(memory / 4, status_, pool_),
        threats_(game, keys_, threat_space_, threads) {
    for (int i = 0; i < threads; ++i)
      strong_.rules(i).set_helper(
          [this, i](const State& s, int beta) { return won(threats_.search_nested(i, s, beta, most_nested), beta); });
  }
  int best_move(const Board& board, int goal) override {
    const State s = rules().from(board);
    if (goal == 1 && !status_.stop) {
      const bool whole = by_threats_[s.to_move];
      if (threats_.search(s, goal, whole ? unlimited : 4 * most_nested).proven())
        if (const int cell = threats_.proof_move(s, goal); cell >= 0) return cell;
    }
    return Base::best_move(board, goal);
  }
  Sections saved(std::uint64_t most) const override {
    Sections sections = Base::saved(most);
    sections.push_back(threat_space_.table.saved(most / 2));
    return sections;
  }
  void restore(const Sections& sections) override {
    Base::restore(sections);
    if (sections.size() > 1) threat_space_.restore(sections[1]);
  }

 private:
  using Base::keys_, Base::most_nested, Base::pool_, Base::rules, Base::status_, Base::strong_;

  // Both searches alternate, with more positions at each stage; the strong search is first, because it sees some
  // results at once. A win by threats of either side settles the query.
  ProofNumbers search(const State& s, int beta, std::uint64_t budget) override {
    for (std::uint64_t most = Base::first_stage;; most *= Base::next_stage) {
      const ProofNumbers strong = strong_.search(s, beta, std::min(most, budget));
      if (strong.settled() || status_.stop || most > budget) return strong;
      bool open = false;
      for (const int goal : {1, 0}) {
        const ProofNumbers n = threats_.search(s, goal, threat_part * most);
        by_threats_[goal == 1 ? s.to_move : s.to_move ^ 1] = won(n, goal).settled();
        if (won(n, goal).settled()) return n;
        open = open || !n.settled();
      }
      if (!open) return strong_.search(s, beta, budget);
    }
  }
  // Keeps only a win by threats: if threats do not win, that says nothing about the game.
  static ProofNumbers won(const ProofNumbers& n, int beta) {
    return (beta == 1 ? n.proven() : n.disproven()) ? n : ProofNumbers{};
  }

  static constexpr std::uint64_t threat_part = 8;  // positions per position of the strong search
  Workspace<ProofTable> threat_space_;
  OutcomeSearch<ThreatGame<Shape>> threats_;
  bool by_threats_[2] = {false, false};  // by sign: whether it wins by threats
};

}  // namespace kinrow
