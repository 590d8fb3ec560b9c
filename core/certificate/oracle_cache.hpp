// OracleCache: an oracle that remembers another oracle's answers, so that a checkpoint can keep them. After a resume,
// the writer gets them again without a search and soon reaches the point where it stopped. Even answers that came at
// once are remembered: a checkpoint lacks most of the table, and without the table they may take long. If there are too
// many, the cheapest are dropped.
//
// Keys are 128-bit hashes of the whole query. If two queries had the same key, the proof would fail its check.
#pragma once
#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <initializer_list>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "certificate/proof_oracle.hpp"
#include "system/checkpoint.hpp"
#include "system/hashing.hpp"

namespace kinrow {

class OracleCache : public ProofOracle {
 public:
  // Once `stop` is set, no move is returned, cached or not, so that the writer ends. New answers are not cached then,
  // because their searches were cut short.
  OracleCache(ProofOracle& oracle, const std::atomic<bool>& stop) : oracle_(oracle), stop_(stop) {}

  // Uses at most this many bytes, the copy for a checkpoint included.
  void limit(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    most_ = std::min<std::size_t>(bytes / bytes_per_note, most_saved / 2);
    trim();
  }
  std::size_t most() const { return most_; }  // answers

  int best_move(const Board& board, int goal) override {
    return stop_ ? -1 : answer(key(board, {0, goal}), [&] { return oracle_.best_move(board, goal); });
  }
  // Remembers whether there is a win, and its move, which is all that the writer asks for: the zone is that of the
  // query, within which the tree was found, or all cells, which is the same query. A search that starts afresh is run
  // for its cost, which is not remembered.
  LambdaWin lambda_win(const Board& board, const LambdaQuery& q) override {
    constexpr int no_win = -2;
    LambdaWin found{false, -1, q.within.value_or(AnyCells::first(static_cast<int>(board.cells.size())))};
    assert(!q.afresh);
    const int kind = q.only_within ? 5 : 1;  // the others are 0, 2 and 3
    const auto query =
        key(board, {kind, q.side, q.order, q.max_order, static_cast<std::int64_t>(q.budget)}, found.zone);
    const int move = answer(query, [&] {
      found = oracle_.lambda_win(board, q);
      return found.found ? found.move : no_win;
    });
    return {move != no_win, std::max(move, -1), found.zone};
  }
  bool breaker_holds(const Board& board, int side) override {
    return answer(key(board, {2, side}), [&] { return static_cast<int>(oracle_.breaker_holds(board, side)); }) != 0;
  }
  int breaker_move(const Board& board) override {
    return stop_ ? -1 : answer(key(board, {3}), [&] { return oracle_.breaker_move(board); });
  }

  std::vector<SavedEntry> saved() const {
    const std::lock_guard lock(mutex_);
    std::vector<SavedEntry> entries;
    entries.reserve(notes_.size());
    for (const auto& [key, note] : notes_)
      entries.push_back({key.a, static_cast<std::uint64_t>(note.answer + bias), note.microseconds, key.b});
    return entries;
  }
  void restore(const std::vector<SavedEntry>& entries) {
    const std::lock_guard lock(mutex_);
    for (const SavedEntry& e : entries) {
      notes_[{e[0], e[3]}] = {static_cast<int>(e[1]) - bias, e[2]};
      trim();
    }
  }

 private:
  struct Hash {
    std::size_t operator()(const Key& key) const { return key.a; }
  };
  struct Note {
    int answer;
    std::uint64_t microseconds;
  };
  using Clock = std::chrono::steady_clock;
  static constexpr int bias = 2;  // added to answers, which are -2 or more, because a checkpoint stores them unsigned
  // Includes the key, the map's node, and the copy for a checkpoint.
  static constexpr std::size_t bytes_per_note = sizeof(Note) + sizeof(Key) + 32 + sizeof(SavedEntry);

  static Key key(const Board& board, std::initializer_list<std::int64_t> query, const AnyCells& within = {}) {
    Key h{1, 2};
    const auto add = [&](std::uint64_t value) { h = {fold(h.a, value), fold(h.b, mix(value))}; };
    for (const signed char cell : board.cells) add(static_cast<std::uint64_t>(cell + 2));
    for (const int value : {board.to_move, board.left}) add(static_cast<std::uint64_t>(value + 2));
    for (const std::int64_t value : query) add(static_cast<std::uint64_t>(value) + 2);
    for (const std::uint64_t word : within.word) add(word);
    return h;
  }
  template <class Ask>
  int answer(const Key& key, const Ask& ask) {
    if (const auto known = notes_.find(key); known != notes_.end()) return known->second.answer;
    const auto began = Clock::now();
    const int answer = ask();
    const auto took =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began).count());
    if (took >= least_ && !stop_) note(key, {answer, took});
    return answer;
  }
  void note(const Key& key, const Note& note) {
    const std::lock_guard lock(mutex_);
    notes_[key] = note;
    trim();
  }
  void trim() {
    while (notes_.size() > most_) {
      least_ = std::max<std::uint64_t>(1, 4 * least_);
      std::erase_if(notes_, [&](const auto& entry) { return entry.second.microseconds < least_; });
    }
  }

  ProofOracle& oracle_;
  const std::atomic<bool>& stop_;
  std::size_t most_ = most_saved / 2;
  std::uint64_t least_ = 0;  // microseconds; answers that took less are not cached
  mutable std::mutex mutex_;
  std::unordered_map<Key, Note, Hash> notes_;
};

}  // namespace kinrow
