// LambdaSearch: a lambda search with its table, its opening book and its threads.
//
// lambda_problem.hpp says what is searched and why a win is one, confined_table.hpp why some queries have a zone.
#pragma once
#include <vector>

#include "dfpn/crew.hpp"
#include "lambda/book_extractor.hpp"
#include "lambda/lambda_oracle.hpp"
#include "lambda/lambda_problem.hpp"

namespace kinrow {

template <class Shape>
class LambdaSearch {
 public:
  using Problem = LambdaProblem<Shape>;
  using Cells = typename Shape::Cells;
  using State = LineState<Shape>;
  using Entry = ZoneEntry<Cells>;
  using Query = typename Problem::Query;

  LambdaSearch(const LineTables<Shape>& t, std::uint64_t memory, int threads, SearchStatus& status, ThreadPool& pool)
      : t_(t), keys_(t), symmetry_(t), book_(t), space_(memory, status, pool),
        crew_(space_, threads,
              [this](Meter& meter) { return std::make_unique<Problem>(t_, book_, space_.table, meter); }) {
    space_.table.bound(t.allowed);
  }

  Entry search(const Query& q, std::uint64_t budget) { return crew_.search(q, budget); }
  // Accepts any tree, but prefers one within this zone if it is found soon, as it is if it was found before.
  Entry search(const Query& q, std::uint64_t budget, const Cells& within) {
    const Entry e = search_within(q, std::min(budget, first_try_budget), within);
    return e.numbers.proven() ? e : search(q, budget);
  }
  // Accepts only a tree within this zone.
  Entry search_within(const Query& q, std::uint64_t budget, const Cells& within) {
    const Released release{space_.table};
    space_.table.confine(within);
    return crew_.search_alone(q, budget);
  }

  // See ConfinedTable::start_afresh.
  Entry search_afresh(const Query& q, std::uint64_t budget) {
    const Released release{space_.table};
    space_.table.start_afresh();
    return crew_.search_alone(q, budget);
  }
  LambdaWin answer(const State& s, const LambdaQuery& q) {
    const std::uint64_t before = space_.status.nodes;
    const Entry e = entry({s, q.side, q.order, q.max_order}, q);
    return {e.numbers.proven(),        e.move,
            resized<AnyCells>(e.zone), e.work >= learned_work,
            e.numbers.disproven(),     space_.status.nodes - before};
  }
  // Stores a known win for good, in every symmetry: the attacker's move, and the zone of the tree. The table grows
  // until no other known win is dropped for it, or its memory is used up. (A table half as large would lose 4 % of
  // them.)
  void learn(const State& s, int order, int max_order, int move, const Cells& zone) {
    space_.table.forget_failures();
    const auto& group = symmetry_.group();
    for (int g = 0; g < group.size(); ++g) {
      const auto key = keys_.key(symmetry_.image(g, s), s.to_move, order, max_order);
      while (!space_.table.grown() && space_.table.all().crowded(key, learned_work))
        space_.table.grow(4, never_stopped);
      space_.table.store({key, ProofNumbers::yes(), group.image(g, move), learned_work, group.apply(g, zone)});
      ++space_.positions;
    }
  }

  // advise(): tries the moves of this game first from now on. longest(): the games to the wins that took at least
  // `worth` positions.
  void advise(const State& s, const std::vector<int>& game) { book_.add(s, game); }
  std::vector<std::vector<int>> longest(const State& s, int side, int max_order, std::uint32_t worth) const {
    return BookExtractor<Shape>(t_, space_.table.all(), side, max_order, worth).games(s, 0);
  }

  std::vector<SavedEntry> saved(std::uint64_t most) const { return space_.table.all().saved(most); }
  void restore(const std::vector<SavedEntry>& entries) { space_.restore(entries); }

 private:
  struct Released {  // ends the confinement with the search, even if an exception ends that
    ConfinedTable<Cells>& table;
    ~Released() { table.release(); }
  };
  Entry entry(const Query& query, const LambdaQuery& q) {
    if (q.afresh) return search_afresh(query, q.budget);
    if (!q.within) return search(query, q.budget);
    const auto within = resized<Cells>(*q.within);
    return q.only_within ? search_within(query, q.budget, within) : search(query, q.budget, within);
  }
  static constexpr std::uint64_t first_try_budget = 1 << 16;  // positions: some 200 ms

  const LineTables<Shape>& t_;
  LambdaKeys<Shape> keys_;
  PositionSymmetry<Shape> symmetry_;
  OpeningBook<Shape> book_;
  Workspace<ConfinedTable<Cells>> space_;
  Crew<Problem, ConfinedTable<Cells>> crew_;
};

}  // namespace kinrow
