#include "play/batch.hpp"

#include <algorithm>
#include <cstring>

#include "board/expand.hpp"
#include "game/line_words.hpp"
#include "game/position.hpp"
#include "play/small_batch.hpp"
#include "system/pieces.hpp"
#include "system/random.hpp"

namespace kinrow {
namespace {

#define KINROW_HOT [[gnu::always_inline]] inline

template <int W>
struct OneBoard {
  Bits<W> stones[2];
  SplitMix64 random;
  int plies = 0;
  bool finished = false;  // unlike Views::terminated, which is about the last step; the board may be reset since
};

// All that a step touches, by value. A step writes bytes, which may alias any member of any object, so only local
// values can stay in registers meanwhile; everything is inlined, and each piece of work has a view of its own. Figures:
// docs/experiments/batch.md.
template <int W, class Word>
struct BatchView {
  const LineWords& lines;
  const Tables<W>& tables;
  const Rules rules;
  const bool special;
  const Autoreset autoreset;
  const int cells, last_ply, planes, side_words;
  OneBoard<W>* const boards;
  Word* const words;
  std::uint8_t *const observations, *const final_observations, *const legal, *const terminated;
  float* const rewards;
  std::int8_t *const to_move, *const winner;
  std::int16_t* const left;

  KINROW_HOT Bits<W> empty(int i) const { return Bits<W>::first(cells) - boards[i].stones[X] - boards[i].stones[O]; }
  KINROW_HOT bool full(int i) const {
    return boards[i].plies == cells || (last_ply != 0 && boards[i].plies >= last_ply);
  }
  KINROW_HOT std::size_t mask_at(int i) const { return static_cast<std::size_t>(i) * cells; }
  KINROW_HOT std::size_t planes_at(int i) const { return static_cast<std::size_t>(i) * planes * cells; }
  KINROW_HOT bool is_legal(int i, std::int32_t action) const {
    if (action < 0 || action >= cells) return false;
    if (special) return legal[mask_at(i) + action] != 0;
    return !boards[i].finished && !boards[i].stones[X].test(action) && !boards[i].stones[O].test(action);
  }
  KINROW_HOT int random_action(int i) const {
    OneBoard<W>& b = boards[i];
    if (special && !b.finished) return random_of(allowed(i), b.random);
    return b.finished ? 0 : nth_member(empty(i), b.random.below(cells - b.plies));
  }
  KINROW_HOT static int random_of(const Bits<W>& among, SplitMix64& random) {
    return nth_member(among, random.below(among.count()));
  }
  KINROW_HOT Bits<W> allowed(int i) const {
    return tables.game->stones.allowed(boards[i].stones, empty(i), to_move[i]);
  }
  // Recomputes the mask. Returns whether the side to move may play somewhere.
  KINROW_HOT bool renew_mask(int i) const {
    const Bits<W> cells_left = allowed(i);
    expand(cells_left, cells, legal + mask_at(i));
    return cells_left.any();
  }

  KINROW_HOT void step(int i, std::int32_t action) const {
    rewards[i] = 0;
    winner[i] = -1;
    if (action == skip) {
      terminated[i] = boards[i].finished;
      return;
    }
    if (boards[i].finished) {
      if (autoreset != Autoreset::disabled) reset(i);
      return;
    }
    const int side = to_move[i];
    bool done = true;
    if (is_legal(i, action))
      done = play(i, action, side);
    else
      winner[i] = static_cast<std::int8_t>(side ^ 1);
    terminated[i] = done;
    observe(i);
    if (done) finish(i, side);
  }
  KINROW_HOT bool play(int i, int cell, int side) const {  // whether the game is over
    const bool line = put(i, side, cell) && !rules.majority && (!special || completes(i, cell));
    ++boards[i].plies;
    legal[mask_at(i) + cell] = 0;
    const int rest = left[i] - 1;
    turn_to(i, rest == 0 ? side ^ 1 : side, rest == 0 ? rules.stones : rest);
    const bool stuck = special && !line && !renew_mask(i);
    if (!line && !full(i) && !stuck) return false;
    winner[i] = static_cast<std::int8_t>(line ? side ^ static_cast<int>(rules.misere) : majority(i));
    return true;
  }
  KINROW_HOT void finish(int i, int side) const {
    rewards[i] = winner[i] < 0 ? 0.0F : winner[i] == side ? 1.0F : -1.0F;
    if (autoreset != Autoreset::same_step) return close(i);
    std::memcpy(final_observations + planes_at(i), observations + planes_at(i),
                static_cast<std::size_t>(planes) * cells);
    start(i);
  }
  bool has_line(int i) const {
    for (Bits<W> stones = boards[i].stones[X] | boards[i].stones[O]; stones.any();)
      if (completes(i, stones.pop())) return true;
    return false;
  }
  KINROW_HOT bool completes(int i, int cell) const {
    return tables.game->stones.completes(signs_of(boards[i].stones), cell);
  }
  KINROW_HOT int majority(int i) const {  // the winner, by the number of lines
    if (!rules.majority) return -1;
    Position<W> p;
    p.stones[X] = boards[i].stones[X];
    p.stones[O] = boards[i].stones[O];
    p.over = true;
    return p.winner(tables);
  }

  KINROW_HOT void reset(int i) const {
    start(i);
    terminated[i] = 0;
    rewards[i] = 0;
    winner[i] = -1;
  }
  // Begins a new game. `terminated`, the reward and the winner of the last step stay for the learner to read.
  KINROW_HOT void start(int i) const {
    OneBoard<W>& b = boards[i];
    b.stones[X] = b.stones[O] = {};
    b.plies = 0;
    b.finished = false;
    std::memset(words + static_cast<std::size_t>(i) * 2 * side_words, 0, 2 * side_words * sizeof(Word));
    std::memset(legal + mask_at(i), 1, cells);
    turn_to(i, rules.begins, rules.first);
    if (special) renew_mask(i);
    observe(i);
  }
  KINROW_HOT void close(int i) const {
    boards[i].finished = true;
    std::memset(legal + mask_at(i), 0, cells);
  }
  KINROW_HOT bool put(int i, int side, int cell) const {
    boards[i].stones[side].set(cell);
    return lines.put(words + (static_cast<std::size_t>(i) * 2 + side) * side_words, cell);
  }
  KINROW_HOT void turn_to(int i, int side, int stones_left) const {
    to_move[i] = static_cast<std::int8_t>(side);
    left[i] = static_cast<std::int16_t>(stones_left);
  }
  KINROW_HOT void observe(int i) const {
    const int me = to_move[i];
    std::uint8_t* const out = observations + planes_at(i);
    expand(boards[i].stones[me], cells, out);
    expand(boards[i].stones[me ^ 1], cells, out + cells);
    if (planes == 3) std::memset(out + 2 * cells, std::min(left[i] - 1, 255), cells);
  }
};

template <int W, class Word>
class LargeBatch : public Batch {
 public:
  using View = BatchView<W, Word>;
  static constexpr int piece = 128;  // boards that a thread takes at once

  LargeBatch(const Game& game, const BatchOptions& o)
      : Batch(game.rules, o), game_(game), tables_(game_), lines_(game.rules), options_(o), boards_(o.boards),
        words_(static_cast<std::size_t>(o.boards) * 2 * lines_.size()), pool_(o.threads, piece) {
    reseed(o.seed);
    for (int i = 0; i < o.boards; ++i) reset(i);
  }

  void reseed(std::uint64_t seed) override {
    for (int i = 0; i < size(); ++i) boards_[i].random = SplitMix64::stream(seed, i);
  }
  void reset(int i) override { view().reset(i); }
  void random_actions(std::int32_t* out) override {
    in_parallel([out](View d, int from, int to) {
      for (int i = from; i < to; ++i) out[i] = d.random_action(i);
    });
  }
  int step(const std::int32_t* actions) override {
    if (options_.illegal == Illegal::refuse)
      if (const int refused = first_illegal(actions); refused >= 0) return refused;
    in_parallel([actions](View d, int from, int to) {
      for (int i = from; i < to; ++i) d.step(i, actions[i]);
    });
    return -1;
  }
  Board board(int i) const override {
    return board_with(game_.rules.size(), boards_[i].stones, views_.to_move[i], views_.left[i]);
  }
  void set(int i, const Board& from) override {
    const View d = view();
    d.reset(i);
    bool line = false;
    for (const bool all_placed : {false, true})  // a line of exactly k may grow longer until all stones are placed
      for (int c = 0; c < d.cells; ++c)
        if (from.cells[c] >= 0) line |= d.put(i, from.cells[c], c) && all_placed;
    boards_[i].plies = d.cells - static_cast<int>(std::count(from.cells.begin(), from.cells.end(), -1));
    if (d.special) line = d.has_line(i);
    d.turn_to(i, from.to_move, from.left);
    const bool may_move = d.renew_mask(i);
    d.terminated[i] = (line && !game_.rules.majority) || d.full(i) || !may_move;
    if (d.terminated[i]) d.close(i);
    d.observe(i);
  }

 private:
  View view() {
    Views& v = views_;
    return {lines_,
            tables_,
            game_.rules,
            game_.rules.special(),
            options_.autoreset,
            game_.rules.size(),
            game_.rules.last_ply(),
            v.planes,
            lines_.size(),
            boards_.data(),
            words_.data(),
            v.observations.data(),
            v.final_observations.data(),
            v.legal.data(),
            v.terminated.data(),
            v.rewards.data(),
            v.to_move.data(),
            v.winner.data(),
            v.left.data()};
  }
  template <class Work>  // work(view, from, to) on pieces of the boards
  void in_parallel(const Work& work) {
    pool_.run(size(), [&](int from, int to) { work(view(), from, to); });
  }
  int first_illegal(const std::int32_t* actions) {
    return pool_.least(size(), [&](int from, int to) {
      const View d = view();
      for (int i = from; i < to; ++i)
        if (!d.boards[i].finished && actions[i] != skip && !d.is_legal(i, actions[i])) return i;
      return -1;
    });
  }

  const Game game_;
  Tables<W> tables_;
  LineWords lines_;
  BatchOptions options_;
  std::vector<OneBoard<W>> boards_;
  std::vector<Word> words_;
  PiecePool pool_;
};

}  // namespace

Batch::Batch(const Rules& rules, const BatchOptions& o) {
  const std::size_t n = o.boards, cells = rules.size();
  views_.planes = rules.stones > 1 || rules.first > 1 ? 3 : 2;
  views_.observations.resize(n * views_.planes * cells);
  if (o.autoreset == Autoreset::same_step) views_.final_observations.resize(views_.observations.size());
  views_.legal.resize(n * cells);
  views_.terminated.resize(n);
  views_.rewards.resize(n);
  views_.to_move.resize(n);
  views_.left.resize(n);
  views_.winner.resize(n, -1);
}

std::unique_ptr<Batch> make_batch(const Game& game, const BatchOptions& options) {
  const bool small = game.rules.size() <= 64 && !game.rules.special();
  if (small && game.rules.size() <= 32) return std::make_unique<SmallBatch<std::uint32_t>>(game, options);
  if (small) return std::make_unique<SmallBatch<std::uint64_t>>(game, options);
  return with_words(game.rules.size(), [&](auto words) -> std::unique_ptr<Batch> {
    constexpr int w = std::max(2, static_cast<int>(words()));
    const int side = std::max(game.rules.rows, game.rules.cols);  // the longest row, column or diagonal
    if constexpr (w == 2 || w == 4)
      if (side <= 16) return std::make_unique<LargeBatch<w, std::uint16_t>>(game, options);
    return std::make_unique<LargeBatch<w, std::uint32_t>>(game, options);
  });
}

}  // namespace kinrow
