// SmallBatch: the batch for boards of up to 32 or 64 cells, stepped side by side in vector registers.
//
// The boards' state is in columns, one number per board as wide as its set of cells, and a step is a few passes over 64
// boards at a time, none of which branches on what a single board does.
#pragma once
#include <algorithm>
#include <vector>

#include "board/expand.hpp"
#include "game/position.hpp"
#include "play/batch.hpp"
#include "play/lanes.hpp"
#include "system/pieces.hpp"
#include "system/random.hpp"

namespace kinrow {

template <class Word>
class SmallBatch : public Batch {
 public:
  SmallBatch(const Game& game, const BatchOptions& o)
      : Batch(game.rules, o), game_(game), tables_(game_), lines_(game.rules), options_(o), cells_(game.rules.size()),
        last_ply_(game.rules.last_ply() ? std::min(game.rules.last_ply(), cells_) : cells_),
        all_(static_cast<Word>(Bits<1>::first(cells_).word[0])), pool_(o.threads, piece) {
    const std::size_t room = (static_cast<std::size_t>(o.boards) + block - 1) / block * block;
    for (auto* column : {&own_, &other_, &plies_}) column->resize(room);
    left_.resize(room, static_cast<Word>(game.rules.first));
    side_.resize(room, static_cast<Word>(game.rules.begins));
    finished_.resize(room, yes);
    random_.resize(room);
    reseed(o.seed);
    for (int i = 0; i < o.boards; ++i) reset(i);
  }

  void reseed(std::uint64_t seed) override {
    for (int i = 0; i < size(); ++i) random_[i] = SplitMix64::stream(seed, i);
  }
  void reset(int i) override {
    own_[i] = other_[i] = plies_[i] = finished_[i] = 0;
    side_[i] = static_cast<Word>(game_.rules.begins);
    left_[i] = static_cast<Word>(game_.rules.first);
    views_.terminated[i] = 0;
    views_.rewards[i] = 0;
    views_.winner[i] = -1;
    show(i, i + 1);
  }
  void random_actions(std::int32_t* out) override {
    pool_.run(size(), [&](int from, int to) {
      for (int at = from; at < to; at += block) choose(at, std::min(to - at, block), out + at);
    });
  }
  int step(const std::int32_t* actions) override {
    if (options_.illegal == Illegal::refuse)
      if (const int refused = first_illegal(actions); refused >= 0) return refused;
    pool_.run(size(), [&](int from, int to) {
      for (int at = from; at < to; at += block) step(at, std::min(to - at, block), actions + at);
    });
    return -1;
  }
  Board board(int i) const override {
    Board out{std::vector<signed char>(cells_, -1), static_cast<int>(side_[i]), static_cast<int>(left_[i])};
    for (int c = 0; c < cells_; ++c)
      for (const int other : {0, 1})
        if ((other ? other_ : own_)[i] >> c & 1) out.cells[c] = static_cast<signed char>(out.to_move ^ other);
    return out;
  }
  void set(int i, const Board& from) override {
    reset(i);
    Word stones[2] = {};
    for (int c = 0; c < cells_; ++c)
      if (from.cells[c] >= 0) {
        stones[from.cells[c]] |= Word{1} << c;
        ++plies_[i];
      }
    own_[i] = stones[from.to_move];
    other_[i] = stones[from.to_move ^ 1];
    side_[i] = static_cast<Word>(from.to_move);
    left_[i] = static_cast<Word>(from.left);
    const bool line = !game_.rules.majority && (lines_.line(stones[X]) || lines_.line(stones[O]));
    const bool over = line || static_cast<int>(plies_[i]) >= last_ply_;
    finished_[i] = over ? yes : Word{0};
    views_.terminated[i] = over;
    show(i, i + 1);
  }

 private:
  using V = Lanes<Word>;
  static constexpr int block = 64, piece = 512;
  static constexpr Word yes = static_cast<Word>(~Word{0});
  static_assert(piece % block == 0);

  struct Actions {  // per board: the cell as a set, empty if it is off the board; whether the board is skipped
    alignas(register_bytes) Word cell[block];
    alignas(register_bytes) Word skipped[block];
  };
  struct Results {  // per board: the side that moved, what happened to it, and whether a new game begins
    alignas(register_bytes) Word mover[block], winner[block], done[block], stays[block], restart[block], counted[block];
  };
  struct Move {  // the stone, if it is legal; whether the board takes an action at all; whether it is skipped
    V bit, live, skipped;
  };

  static V all_if(bool b) { return V{} + (b ? yes : Word{0}); }
  Actions read(const std::int32_t* actions, int n) const {
    Actions a;
    for (int j = 0; j < n; ++j) {
      const auto action = static_cast<std::uint32_t>(actions[j]);
      a.cell[j] = action < static_cast<std::uint32_t>(cells_) ? Word{1} << action : 0;
      a.skipped[j] = actions[j] == skip ? yes : 0;
    }
    std::fill(a.skipped + n, a.skipped + block, yes);
    std::fill(a.cell + n, a.cell + block, Word{0});
    return a;
  }
  Move move(int i, const Actions& a, int j) const {
    const V taken = load(&own_[i]) | load(&other_[i]), left_out = load(a.skipped + j);
    const V live = ~(load(&finished_[i]) | left_out);
    return {load(a.cell + j) & live & ~taken, live, left_out};
  }
  int first_illegal(const std::int32_t* actions) {
    return pool_.least(size(), [&](int from, int to) { return first_illegal(actions, from, to); });
  }
  int first_illegal(const std::int32_t* actions, int from, int to) const {
    for (int at = from; at < to; at += block) {
      const Actions a = read(actions + at, std::min(to - at, block));
      alignas(register_bytes) Word refused[block];
      V any{};
      for (int j = 0; j < block; j += LanesOf<Word>::count) {
        const Move m = move(at + j, a, j);
        const V bad = m.live & V(m.bit == 0);
        any |= bad;
        store(refused + j, bad);
      }
      if (any_lane(any)) return at + static_cast<int>(std::find(refused, refused + block, yes) - refused);
    }
    return -1;
  }
  static bool any_lane(const V& v) {
    Word all = 0;
    for (int j = 0; j < LanesOf<Word>::count; ++j) all |= v[j];
    return all != 0;
  }

  void choose(int at, int n, std::int32_t* out) {  // a random cell on each of n boards
    int nth[block];
    for (int j = 0; j < block; ++j) {
      SplitMix64 random = random_[at + j];
      const int chosen = random.below(cells_ - static_cast<int>(plies_[at + j]));
      const bool over = finished_[at + j] != 0;
      random_[at + j] = over ? random_[at + j] : random;
      nth[j] = over ? 0 : chosen;
    }
    for (int j = 0; j < n; ++j) {
      const Word empty = all_ & ~(own_[at + j] | other_[at + j]);
      out[j] = nth_member(empty | (finished_[at + j] & 1), nth[j]) & (finished_[at + j] ? 0 : 63);
    }
  }
  void step(int at, int n, const std::int32_t* actions) {
    const Actions a = read(actions, n);
    Results r;
    V restarts{};
    for (int j = 0; j < block; j += LanesOf<Word>::count) restarts |= play(at + j, a, r, j);
    if (game_.rules.majority) count_lines(at, n, r);
    report(at, n, r);
    if (any_lane(restarts)) {
      if (options_.autoreset == Autoreset::same_step) keep_last(at, n, r);
      for (int j = 0; j < block; j += LanesOf<Word>::count) restart(at + j, load(r.restart + j));
    }
    show(at, at + n);
  }
  V play(int i, const Actions& a, Results& r, int j) {  // which boards restart
    const Rules& rules = game_.rules;
    const bool again = options_.autoreset != Autoreset::disabled, at_once = options_.autoreset == Autoreset::same_step;
    const Move m = move(i, a, j);
    const V own = load(&own_[i]) | m.bit, other = load(&other_[i]);
    const V over = load(&finished_[i]), side = load(&side_[i]), left = load(&left_[i]);
    const V legal = V(m.bit != 0), plies = load(&plies_[i]) - legal;
    const V line = V(lines_.begins(own) != 0) & all_if(!rules.majority);
    const V done = m.live & (line | V(plies >= static_cast<Word>(last_ply_)) | ~legal);
    const V won = pick(line, side ^ static_cast<Word>(rules.misere), all_if(true));
    store(r.mover + j, side);
    store(r.winner + j, pick(done, pick(legal, won, side ^ 1), all_if(true)));
    store(r.done + j, done);
    store(r.stays + j, m.skipped | (over & all_if(!again)));
    store(r.counted + j, done & legal);
    const V turned = legal & V(left == 1), exchanged = (own ^ other) & turned;
    store(&own_[i], own ^ exchanged);
    store(&other_[i], other ^ exchanged);
    store(&plies_[i], plies);
    store(&side_[i], side ^ (turned & 1));
    store(&left_[i], pick(turned, V{} + static_cast<Word>(rules.stones), left + legal));
    store(&finished_[i], over | (done & all_if(!at_once)));
    const V anew = (over & ~m.skipped & all_if(again)) | (done & all_if(at_once));
    store(r.restart + j, anew);
    return anew;
  }
  void restart(int i, const V& which) {
    for (auto* column : {&own_, &other_, &plies_, &finished_}) store(&(*column)[i], load(&(*column)[i]) & ~which);
    store(&side_[i], pick(which, V{} + static_cast<Word>(game_.rules.begins), load(&side_[i])));
    store(&left_[i], pick(which, V{} + static_cast<Word>(game_.rules.first), load(&left_[i])));
  }
  void count_lines(int at, int n, Results& r) const {  // the winners of majority games that ended
    for (int j = 0; j < n; ++j) {
      if (!r.counted[j]) continue;
      Position<1> p;
      p.stones[side_[at + j]].word[0] = own_[at + j];
      p.stones[side_[at + j] ^ 1].word[0] = other_[at + j];
      p.over = true;
      r.winner[j] = static_cast<Word>(p.winner(tables_));
    }
  }
  void report(int at, int n, const Results& r) {
    std::int8_t* const winner = &views_.winner[at];
    std::uint8_t* const terminated = &views_.terminated[at];
    float* const rewards = &views_.rewards[at];
    for (int j = 0; j < n; ++j) winner[j] = static_cast<std::int8_t>(r.winner[j]);
    for (int j = 0; j < n; ++j)
      terminated[j] = static_cast<std::uint8_t>((r.done[j] | (r.stays[j] & finished_[at + j])) & 1);
    for (int j = 0; j < n; ++j) rewards[j] = r.winner[j] == yes ? 0.0F : r.winner[j] == r.mover[j] ? 1.0F : -1.0F;
  }
  void keep_last(int at, int n, const Results& r) {
    for (int j = 0; j < n; ++j)
      if (r.done[j]) observe(at + j, views_.final_observations.data(), at + j + 1);
  }
  void show(int from, int to) {  // what the learner sees of these boards
    for (int i = from; i < to; ++i) views_.to_move[i] = static_cast<std::int8_t>(side_[i]);
    for (int i = from; i < to; ++i) views_.left[i] = static_cast<std::int16_t>(left_[i]);
    for (int i = from; i < to; ++i) observe(i, views_.observations.data(), to);
    std::uint8_t* const legal = views_.legal.data();
    const std::uint8_t* const end = legal + static_cast<std::size_t>(to) * cells_;
    for (int i = from; i < to; ++i)
      expand_before(end, all_ & ~(own_[i] | other_[i] | finished_[i]), cells_,
                    legal + static_cast<std::size_t>(i) * cells_);
  }
  void observe(int i, std::uint8_t* planes, int to) {  // nothing from board `to` on is overwritten
    const std::size_t stride = static_cast<std::size_t>(views_.planes) * cells_;
    std::uint8_t* const out = planes + i * stride;
    const std::uint8_t* const end = planes + to * stride;
    if constexpr (sizeof(Word) == 4) {
      expand_before(end, own_[i] | static_cast<std::uint64_t>(other_[i]) << cells_, 2 * cells_, out);
    } else {
      expand_before(end, own_[i], cells_, out);
      expand_before(end, other_[i], cells_, out + cells_);
    }
    if (views_.planes == 3) std::memset(out + 2 * cells_, std::min(static_cast<int>(left_[i]) - 1, 255), cells_);
  }

  const Game game_;
  Tables<1> tables_;
  const LineLanes<Word> lines_;
  const BatchOptions options_;
  const int cells_, last_ply_;
  const Word all_;
  // `own_`: the stones of the side to move. `finished_`: all bits or none.
  std::vector<Word> own_, other_, plies_, side_, left_, finished_;
  std::vector<SplitMix64> random_;
  PiecePool pool_;
};

}  // namespace kinrow
