#include "play/playout_board.hpp"

#include <cassert>

namespace kinrow {

PlayoutBoard::PlayoutBoard(const PlayoutTables& t, const Board& b) : t_(&t), turn_{b.to_move, b.left} {
  const Rules& r = t.game.rules;
  assert(static_cast<int>(b.cells.size()) == r.size());
  for (int c = 0; c < r.size(); ++c) {
    sign_[c] = b.cells[c];
    if (b.cells[c] < 0) {
      place_[c] = static_cast<short>(empties_);
      empty_[empties_++] = static_cast<short>(c);
    } else {
      t.words.put(words_[b.cells[c]].data(), c);
    }
  }
  for (const int side : {X, O})
    for (const std::uint32_t word : words_[side])
      if (!r.majority && !t.special && t.words.line(word)) line_by_ = side;
  for (int c = 0; c < r.size() && t.special; ++c)
    if (sign_[c] >= 0 && counts(c)) line_by_ = sign_[c];
  over_ = line_by_ >= 0 || empties_ == 0 || (r.majority && plies() >= t.last_ply) || (t.special && stuck());
}

int PlayoutBoard::margin() const {
  assert(over_);
  const Rules& r = t_->game.rules;
  int points = 0;
  for (const Line& line : t_->game.lines) {
    int of[2] = {0, 0};
    for (const int c : line.cells) ++of[sign_[c] < 0 ? r.fill : sign_[c]];
    points += (of[X] >= r.threshold) - (of[O] >= r.threshold);
  }
  return points;
}

int PlayoutBoard::winner() const {
  assert(over_);
  const Rules& r = t_->game.rules;
  if (r.majority) {
    const int m = margin();
    return m > 0 ? X : m < 0 ? O : -1;
  }
  return line_by_ < 0 ? -1 : r.misere ? line_by_ ^ 1 : line_by_;
}

}  // namespace kinrow
