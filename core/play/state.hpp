// State: a game in progress: play, undo, legal cells, the outcome. For environments and boards on a screen.
#pragma once
#include <cassert>
#include <memory>
#include <string>
#include <vector>

#include "play/playout_board.hpp"

namespace kinrow {

class State {
 public:
  State(const Game& game, const Board& board, std::uint64_t seed)
      : tables_(std::make_shared<PlayoutTables>(game)), board_(*tables_, board), random_(SplitMix64::stream(seed, 0)) {}

  const Game& game() const { return tables_->game; }
  const PlayoutBoard& board() const { return board_; }
  bool is_legal(int cell) const {
    return !board_.over() && cell >= 0 && cell < tables_->game.rules.size() && board_.sign(cell) < 0 &&
           board_.allowed(cell);
  }
  std::vector<int> legal() const {  // in order of cells
    std::vector<int> cells;
    if (board_.over()) return cells;
    cells.reserve(board_.empties());
    for (int c = 0; c < tables_->game.rules.size(); ++c)
      if (board_.sign(c) < 0 && board_.allowed(c)) cells.push_back(c);
    return cells;
  }
  void play(int cell) {
    assert(is_legal(cell));
    history_.push_back({cell, board_.turn()});
    board_.play(cell);
  }
  int undo() {  // takes back the last stone of history() and returns its cell
    assert(!history_.empty());
    const Ply ply = history_.back();
    history_.pop_back();
    board_.undo(ply.cell, ply.before);
    return ply.cell;
  }
  SplitMix64& random() { return random_; }
  int random_cell() { return board_.random_cell(random_); }
  int playout() {
    while (!board_.over()) play(random_cell());
    return board_.winner();
  }
  int played() const { return static_cast<int>(history_.size()); }
  std::vector<int> history() const {  // the stones played since construction, in order
    std::vector<int> cells;
    for (const Ply& ply : history_) cells.push_back(ply.cell);
    return cells;
  }
  std::string cells() const {
    std::string text;
    for (int c = 0; c < tables_->game.rules.size(); ++c) text.push_back(".XO"[board_.sign(c) + 1]);
    return text;
  }

 private:
  struct Ply {
    int cell;
    PlayoutBoard::Turn before;
  };
  std::shared_ptr<const PlayoutTables> tables_;  // shared by copies
  PlayoutBoard board_;
  SplitMix64 random_;
  std::vector<Ply> history_;
};

}  // namespace kinrow
