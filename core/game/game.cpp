#include "game/game.hpp"

namespace kinrow {

Game::Game(const Rules& r) : rules(r), through(r.size()), extending(r.size()), stones(r) {
  lines = lines_of(r.rows, r.cols, r.k);
  for (Line& line : leaving_lines(r.rows, r.cols, r.k, r.more_rows, r.more_cols)) lines.push_back(std::move(line));
  if (r.monotone()) lines = distinct(lines);
  index_lines();
}

Game::Game(const Rules& r, const std::vector<std::vector<int>>& parts)
    : rules(r), through(r.size()), extending(r.size()), stones(r), piece(true) {
  for (const auto& part : parts) lines.push_back({part, {}, 0, r.k - static_cast<int>(part.size())});
  index_lines();
}

void Game::index_lines() {
  for (int i = 0; i < static_cast<int>(lines.size()); ++i) {
    for (int c : lines[i].cells) through[c].push_back(i);
    if (!rules.monotone())
      for (int c : lines[i].extensions) extending[c].push_back(i);
  }
}

Board Game::start() const { return {std::vector<signed char>(rules.size(), -1), rules.begins, rules.first}; }

}  // namespace kinrow
