#include "table/survey.hpp"

#include <algorithm>

namespace kinrow {
namespace {

Subset image(const Transform<1>& group, int g, Subset s) {
  return static_cast<Subset>(group.apply(g, Bits<1>{{s}}).word[0]);
}

std::vector<int> stabilizer(const Transform<1>& group, Subset s) {  // without the identity
  std::vector<int> found;
  for (int g = 1; g < group.size(); ++g)
    if (image(group, g, s) == s) found.push_back(g);
  return found;
}

void add(Tally::Count& to, const Tally::Count& count) {
  to.positions += count.positions;
  to.classes += count.classes;
}

}  // namespace

Survey::Survey(const Layer& at, const Layer* next)
    : at_(at), next_(next), board_(board_symmetries(at.game().game.rules.rows, at.game().game.rules.cols)) {}

Tally Survey::rows(std::uint64_t from, std::uint64_t to, const TableValue* values, const TableValue* later) const {
  Tally tally;
  const std::uint64_t first = from * at_.row_length(), end = to * at_.row_length();
  std::vector<int> keeps_own;
  for (std::uint64_t i = first; i < end; ++i) {
    if (i % at_.row_length() == 0) keeps_own = stabilizer(at_.game().symmetries, at_.at(i).first);
    const int value = values[i - first];
    Tally::Count count;
    if (value == unreachable) continue;
    const Stones stones = at_.at(i);
    const Position<1> p = position(stones);
    const Worth worth = this->worth(p, later);
    if (worth.value != value && tally.wrong++ == 0) tally.first_wrong = i;
    if (!stands_for_class(keeps_own, stones, count)) continue;
    const auto slot = static_cast<std::size_t>(value + Tally::middle);
    if (tally.by_value[slot].classes == 0) tally.example[slot] = i;
    add(tally.by_value[slot], count);
    if (p.over) add(tally.finished, count);
    if (value > 0 && worth.keeping == 1) add(tally.one_winning_move, count);
  }
  return tally;
}

Position<1> Survey::position(Stones s) const {
  const TableGame& game = at_.game();
  const int begins = game.game.rules.begins;
  const TurnAt turn = game.turn(at_.ply());
  Position<1> p;
  p.stones[begins].word[0] = s.first;
  p.stones[begins ^ 1].word[0] = s.second;
  p.plies = at_.ply();
  p.to_move = turn.first ? begins : begins ^ 1;
  p.left = turn.left;
  p.refresh(game.lines);
  return p;
}

Survey::Worth Survey::worth(const Position<1>& p, const TableValue* later) const {
  if (p.over) return {finished(p), 0};
  const TableGame& game = at_.game();
  const int begins = game.game.rules.begins;
  std::array<int, most_table_cells> found{};
  int count = 0;
  for (Bits<1> moves = p.legal(game.lines); moves.any();) {
    Position<1> child = p;
    child.play(game.lines, moves.pop());
    const std::uint64_t place = next_->index(
        {static_cast<Subset>(child.stones[begins].word[0]), static_cast<Subset>(child.stones[begins ^ 1].word[0])});
    const int value = place < next_->size() ? later[place] : unreachable;
    found[static_cast<std::size_t>(count++)] = child.to_move == p.to_move ? value : -value;
  }
  const int best = *std::max_element(found.begin(), found.begin() + count);
  const auto keeps = [best](int value) { return sign(value) == sign(best); };
  return {best, static_cast<int>(std::count_if(found.begin(), found.begin() + count, keeps))};
}

int Survey::finished(const Position<1>& p) const {
  const TableGame& game = at_.game();
  const Rules& r = game.game.rules;
  const int winner = p.winner(game.lines);
  const int side = winner < 0 ? 0 : winner == p.to_move ? 1 : -1;
  if (game.objective == TableObjective::outcome) return side;
  if (!r.majority) return side * (r.size() - p.plies + 1);
  const int margin = p.margin(game.lines);
  return p.to_move == X ? margin : -margin;
}

// If the own stones of a row have symmetries, one class has several places: the least of them is counted.
bool Survey::stands_for_class(const std::vector<int>& keeps_own, Stones s, Tally::Count& count) const {
  const Transform<1>& group = at_.game().symmetries;
  std::uint64_t keeping = 1;
  for (const int g : keeps_own) {
    const Subset other = image(group, g, s.second);
    if (other < s.second) return false;
    keeping += other == s.second;
  }
  const std::uint64_t all = static_cast<std::uint64_t>(group.size());
  count.positions = all / keeping;
  count.classes = keeping == 1 ? all / static_cast<std::uint64_t>(board_.size()) : board_classes(s);
  return true;
}

std::uint64_t Survey::board_classes(Stones s) const {
  const Transform<1>& group = at_.game().symmetries;
  std::vector<std::uint64_t> least;
  for (int g = 0; g < group.size(); ++g) {
    const Subset first = image(group, g, s.first), second = image(group, g, s.second);
    std::uint64_t best = ~0ULL;
    for (int b = 0; b < board_.size(); ++b)
      best = std::min(best, static_cast<std::uint64_t>(image(board_, b, first)) << 32 | image(board_, b, second));
    least.push_back(best);
  }
  std::sort(least.begin(), least.end());
  return static_cast<std::uint64_t>(std::unique(least.begin(), least.end()) - least.begin());
}

}  // namespace kinrow
