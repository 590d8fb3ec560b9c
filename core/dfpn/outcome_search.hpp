// OutcomeSearch: a crew that searches one kind of game with outcomes, in a workspace that it may share with other
// crews.
//
// The query is always whether the side to move reaches beta.
#pragma once
#include <memory>
#include <vector>

#include "dfpn/crew.hpp"
#include "dfpn/outcome_problem.hpp"

namespace kinrow {

template <class G>
class OutcomeSearch {
 public:
  using State = typename G::State;
  using Problem = OutcomeProblem<G>;

  OutcomeSearch(const Game& game, const Keys<G::words>& keys, Workspace<ProofTable>& space, int threads)
      : crew_(space, threads, [&](Meter& meter) {
          games_.push_back(std::make_unique<G>(game));
          return std::make_unique<Problem>(*games_.back(), keys, space.table, meter);
        }) {}

  G& rules(int thread = 0) { return *games_[static_cast<std::size_t>(thread)]; }
  ProofNumbers search(const State& s, int beta, std::uint64_t budget = unlimited) {
    return find(s, beta, budget).numbers;
  }
  // The same, along with the zone of a refutation.
  typename Problem::Entry find(const State& s, int beta, std::uint64_t budget = unlimited) {
    return crew_.search({s, beta}, budget);
  }
  // By this thread, in the middle of another search.
  ProofNumbers search_nested(int thread, const State& s, int beta, std::uint64_t budget) {
    return crew_.search_nested(thread, {s, beta, true}, budget).numbers;
  }
  void refute(const State& s, int beta) { crew_.problem().refute(s, beta); }
  // The moves with their numbers from the table, most promising first.
  std::vector<typename Problem::Child> moves(const State& s, int beta) { return crew_.problem().children(s, beta); }
  int proof_move(const State& s, int beta) { return crew_.problem().proof_move(s, beta); }

 private:
  std::vector<std::unique_ptr<G>> games_;
  Crew<Problem, ProofTable> crew_;
};

}  // namespace kinrow
