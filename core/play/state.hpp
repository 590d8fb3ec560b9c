// State: one position with its way back: play, undo, legal cells, the outcome.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "play/field.hpp"

namespace kinrow {

class State {
 public:
  State(const Game& game, const Board& board, std::uint64_t seed)
      : tables_(std::make_shared<FieldTables>(game)), field_(*tables_, board), random_(SplitMix64::stream(seed, 0)) {}

  const Field& field() const { return field_; }
  bool is_legal(int cell) const {
    return !field_.over() && cell >= 0 && cell < tables_->game.rules.size() && field_.sign(cell) < 0;
  }
  std::vector<int> legal() const {  // in order of cells
    std::vector<int> cells;
    if (field_.over()) return cells;
    cells.reserve(field_.empties());
    for (int c = 0; c < tables_->game.rules.size(); ++c)
      if (field_.sign(c) < 0) cells.push_back(c);
    return cells;
  }
  void play(int cell) {  // a legal one
    past_.push_back({cell, field_.turn()});
    field_.play(cell);
  }
  int undo() {  // the last stone of past()
    const Ply ply = past_.back();
    past_.pop_back();
    field_.undo(ply.cell, ply.before);
    return ply.cell;
  }
  int random_cell() { return field_.random_cell(random_); }
  int playout() {
    while (!field_.over()) play(random_cell());
    return field_.winner();
  }
  int played() const { return static_cast<int>(past_.size()); }
  std::vector<int> past() const {  // the stones played here, in order
    std::vector<int> cells;
    for (const Ply& ply : past_) cells.push_back(ply.cell);
    return cells;
  }
  std::string cells() const {
    std::string text;
    for (int c = 0; c < tables_->game.rules.size(); ++c) text.push_back(".XO"[field_.sign(c) + 1]);
    return text;
  }

 private:
  struct Ply {
    int cell;
    Field::Turn before;
  };
  std::shared_ptr<const FieldTables> tables_;  // shared by copies
  Field field_;
  SplitMix64 random_;
  std::vector<Ply> past_;
};

}  // namespace kinrow
