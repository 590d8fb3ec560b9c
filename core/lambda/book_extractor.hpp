// BookExtractor: makes an opening book from the table of a lambda search: the games that lead from a position to the
// wins that took longest to find.
//
// If no win is known, it follows only the attacker's most promising move and marks it as a guess.
#pragma once
#include <optional>
#include <unordered_set>
#include <vector>

#include "lambda/lambda_keys.hpp"
#include "lambda/zone_table.hpp"

namespace kinrow {

template <class Shape>
class BookExtractor {
 public:
  using Cells = typename Shape::Cells;
  using State = LineState<Shape>;
  using Entry = ZoneEntry<Cells>;

  // Considers only entries that took at least `worth` positions.
  BookExtractor(const LineTables<Shape>& t, const ZoneTable<Cells>& table, int side, int max_order, std::uint32_t worth)
      : t_(t), keys_(t), table_(table), side_(side), max_order_(max_order), worth_(worth) {}

  // Each game ends with a move of the attacker's. A game that is only the beginning of another one is left out.
  std::vector<std::vector<int>> games(const State& s, int order) {
    follow(s, order);
    return std::move(games_);
  }

 private:
  ZoneKey key(const State& s, int order) const { return keys_.key(s, side_, order, max_order_); }
  std::optional<Entry> known(const State& s, int order) const {
    auto e = table_.find(key(s, order));
    return e && e->work >= worth_ && !e->numbers.disproven() ? e : std::nullopt;
  }
  // Lists the games through this position. Returns whether there are any, including those listed before.
  bool follow(const State& s, int order) {
    const auto e = known(s, order);
    if (!e || s.over()) return false;
    if (!seen_.insert(key(s, order).a).second) return true;
    return s.to_move == side_ ? follow_mine(s, order, *e) : follow_answers(s, order);
  }
  bool follow_mine(const State& s, int order, const Entry& e) {
    const int cell = e.numbers.proven() ? e.move : likeliest(s, order);
    if (cell < 0) return false;
    game_.push_back(e.numbers.proven() ? cell : guess(cell));
    const bool listed = follow(keys_.after(s, cell, order), order);
    if (!listed && e.numbers.proven()) games_.push_back(game_);
    game_.pop_back();
    return listed || e.numbers.proven();
  }
  bool follow_answers(const State& s, int order) {
    bool listed = false;
    std::vector<int> answers;
    for (Cells rest = s.empty(t_); rest.any();) answers.push_back(rest.pop());
    if (order < max_order_) answers.push_back(pass);
    for (const int cell : answers) {
      game_.push_back(cell);
      listed = follow(keys_.after(s, cell, order), keys_.order_after(order, cell)) || listed;
      game_.pop_back();
    }
    return listed;
  }
  int likeliest(const State& s, int order) const {
    int best = -1;
    std::uint32_t least = ProofNumbers::infinity;
    for (Cells rest = s.empty(t_); rest.any();) {
      const int cell = rest.pop();
      const auto e = known(keys_.after(s, cell, order), order);
      if (!e || e->numbers.proof >= least) continue;
      least = e->numbers.proof;
      best = cell;
    }
    return best;
  }

  const LineTables<Shape>& t_;
  LambdaKeys<Shape> keys_;
  const ZoneTable<Cells>& table_;
  int side_, max_order_;
  std::uint32_t worth_;
  std::vector<int> game_;
  std::vector<std::vector<int>> games_;
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace kinrow
