#include "prove/writer.hpp"

namespace kinrow {
namespace {

// By number, as references name them: unlike board_symmetries() with those that coincide on one row.
std::vector<Permutation> numbered_turns(const Rules& r) {
  std::vector<Permutation> turns;
  for (int turn = 0; turn < (r.rows == r.cols ? 8 : 4); ++turn) turns.push_back(board_turn(r.rows, r.cols, turn));
  return turns;
}

}  // namespace

ProofWriter::ProofWriter(const Game& game, Engine& engine, Sink sink)
    : tables_(game), turns_(numbered_turns(game.rules)), engine_(engine), sink_(std::move(sink)),
      pairing_(tables_, 200, 4) {}

bool ProofWriter::write(const Board& board, const Claim& claim) {
  claim_ = claim;
  known_.clear();
  nodes_ = 0;
  const bool done = prove(State::from(tables_, board)).has_value();
  flush(0);
  return done;
}

std::optional<ProofWriter::Zone> ProofWriter::prove(const State& s) {
  if (s.over()) return Zone{};
  if (s.to_move == claim_.side && s.completing(tables_, claim_.side).any())
    return Zone::one(s.completing(tables_, claim_.side).lowest());
  Name name{};
  int turn = 0;
  if (const auto zone = reference(s, name, turn)) return zone;
  if (!claim_.wins)
    if (const auto zone = paired(s)) return zone;
  const auto zone = s.to_move == claim_.side ? answer(s) : meet_all(s);
  if (!zone) return zone;
  known_[name] = {nodes_++, turn, *zone};
  flush(1 << 16);
  return zone;
}

std::optional<ProofWriter::Zone> ProofWriter::answer(const State& s) {
  const int move = engine_.keeper(told(s), claim_.wins ? 1 : 0);
  if (move < 0) return std::nullopt;
  byte('M');
  byte(move);
  State child = s;
  child.play(tables_, move);
  auto zone = prove(child);
  if (zone) zone->set(move);
  return zone;
}

std::optional<ProofWriter::Zone> ProofWriter::meet_all(const State& s) {
  Zone wins = s.completing(tables_, claim_.side), rest = s.empty(tables_), zone;
  byte('A');
  if (wins.any()) {  // P completes a line unless Q's move is this very cell
    const int cell = wins.pop();
    zone.set(cell);
    rest = Zone::one(cell);
    if (wins.any()) {
      zone.set(wins.lowest());
      rest = Zone{};
    }
  }
  while (rest.any()) {
    const int move = promising(s, rest);
    byte(move);
    State child = s;
    child.play(tables_, move);
    const auto below = prove(child);
    if (!below) return std::nullopt;
    zone |= *below;
    rest.reset(move);
    if (!claim_.wins) rest &= *below;
  }
  return zone;
}

std::optional<ProofWriter::Zone> ProofWriter::paired(const State& s) {
  std::vector<std::pair<int, int>> pairs;
  if (!pairing_.holds(s, claim_.side ^ 1, &pairs)) return std::nullopt;
  byte('P');
  byte(static_cast<int>(pairs.size()));
  Zone zone;
  for (const auto& [a, b] : pairs) {
    byte(a);
    byte(b);
    zone.set(a);
    zone.set(b);
  }
  return zone;
}

std::optional<ProofWriter::Zone> ProofWriter::reference(const State& s, Name& name, int& turn) {
  name = {s.stones[X].word[0], s.stones[O].word[0]};
  for (int t = 1; t < turns_.size(); ++t) {
    const Name turned{turns_.apply(t, s.stones[X]).word[0], turns_.apply(t, s.stones[O]).word[0]};
    if (turned.x < name.x || (turned.x == name.x && turned.o < name.o)) {
      name = turned;
      turn = t;
    }
  }
  const auto found = known_.find(name);
  if (found == known_.end()) return std::nullopt;
  byte('R');
  number(found->second.number);
  byte(turn);
  byte(found->second.turn);
  const Zone there = turns_.apply(found->second.turn, found->second.zone);
  Zone zone;
  for (int c = 0; c < tables_.rules.size(); ++c)
    if (there.test(turns_.image(turn, c))) zone.set(c);
  return zone;
}

// Q's most promising move: its refutation tells most about the others.
int ProofWriter::promising(const State& s, Zone moves) const {
  int best = -1, most = -1;
  while (moves.any()) {
    const int cell = moves.pop();
    int promise = 0;
    for (int n = 0; n < tables_.rules.k; ++n)
      promise += (s.with(tables_, s.to_move, n) & tables_.through[cell]).count() << n;
    if (promise > most) {
      most = promise;
      best = cell;
    }
  }
  return best;
}

Board ProofWriter::told(const State& s) const {
  Board b;
  for (int c = 0; c < tables_.rules.size(); ++c)
    b.cells.push_back(static_cast<signed char>(s.stones[X].test(c) ? X : s.stones[O].test(c) ? O : -1));
  b.to_move = s.to_move;
  b.left = s.left;
  return b;
}

void ProofWriter::number(std::uint64_t n) {  // seven bits a byte, the lowest first
  for (; n >= 128; n >>= 7) byte(static_cast<int>(n & 127) | 128);
  byte(static_cast<int>(n));
}

void ProofWriter::flush(std::size_t most) {
  if (out_.size() <= most) return;
  sink_(out_);
  out_.clear();
}

}  // namespace kinrow
