// OracleCache: an oracle that notes what another one has answered, for a checkpoint: a proof begun again after a kill
// asks for none of it again, and soon gets to where it was. If there are too many notes, those that took
// least time go; an answer that took none may take some later, for a checkpoint does not have all of the table.
//
// Keys have 64 bits; a proof spoilt by two queries with one key would not pass its check.
#pragma once
#include <algorithm>
#include <atomic>
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
  // Answers given once `stop` is set are not noted: they may be for want of time.
  OracleCache(ProofOracle& oracle, const std::atomic<bool>& stop) : oracle_(oracle), stop_(stop) {}

  void limit(std::uint64_t bytes) { most_ = std::min<std::size_t>(bytes / (sizeof(Note) + 40), most_saved / 2); }

  int best_move(const Board& board, int goal) override {
    return answer(key(board, {0, goal}), [&] { return oracle_.best_move(board, goal); });
  }
  // Of a tree from the cache nothing is known but that it is within the zone asked for, if it was when it was found.
  LambdaWin lambda_win(const Board& board, const LambdaQuery& q) override {
    const int lost = -2;
    LambdaWin found{false, -1, q.within.value_or(AnyCells::first(static_cast<int>(board.cells.size())))};
    const auto query = key(board, {1, q.side, q.order, q.max_order, static_cast<int>(q.budget)}, found.zone);
    const int move = answer(query, [&] {
      found = oracle_.lambda_win(board, q);
      return found.found ? found.move : lost;
    });
    return {move != lost, std::max(move, -1), found.zone};
  }
  bool breaker_holds(const Board& board, int side) override {
    return answer(key(board, {2, side}), [&] { return static_cast<int>(oracle_.breaker_holds(board, side)); }) != 0;
  }
  int breaker_move(const Board& board) override {
    return answer(key(board, {3}), [&] { return oracle_.breaker_move(board); });
  }

  std::vector<SavedEntry> saved() const {
    const std::lock_guard lock(mutex_);
    std::vector<SavedEntry> entries;
    for (const auto& [key, note] : notes_)
      entries.push_back({key, static_cast<std::uint64_t>(note.answer + bias), note.microseconds, 0});
    return entries;
  }
  void restore(const std::vector<SavedEntry>& entries) {
    const std::lock_guard lock(mutex_);
    for (const SavedEntry& e : entries) notes_[e[0]] = {static_cast<int>(e[1]) - bias, e[2]};
  }

 private:
  struct Note {
    int answer;
    std::uint64_t microseconds;
  };
  using Clock = std::chrono::steady_clock;
  static constexpr int bias = 2;  // answers are -2 or more

  static std::uint64_t key(const Board& board, std::initializer_list<int> query, const AnyCells& within = {}) {
    std::uint64_t h = 1;
    const auto add = [&](std::uint64_t value) { h = fold(h, value); };
    for (const signed char cell : board.cells) add(static_cast<std::uint64_t>(cell + 2));
    for (const int value : {board.to_move, board.left}) add(static_cast<std::uint64_t>(value + 2));
    for (const int value : query) add(static_cast<std::uint64_t>(value + 2));
    for (const std::uint64_t word : within.word) add(word);
    return h;
  }
  template <class Ask>
  int answer(std::uint64_t key, const Ask& ask) {
    if (const auto known = notes_.find(key); known != notes_.end()) return known->second.answer;
    const auto began = Clock::now();
    const int answer = ask();
    const auto took =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began).count());
    if (took >= least_ && !stop_) note(key, {answer, took});
    return answer;
  }
  // When there are too many, those that cost least are given up.
  void note(std::uint64_t key, const Note& note) {
    const std::lock_guard lock(mutex_);
    notes_[key] = note;
    while (notes_.size() > most_) {
      least_ = std::max<std::uint64_t>(1, 4 * least_);
      std::erase_if(notes_, [&](const auto& entry) { return entry.second.microseconds < least_; });
    }
  }

  ProofOracle& oracle_;
  const std::atomic<bool>& stop_;
  std::size_t most_ = most_saved / 2;
  std::uint64_t least_ = 0;  // microseconds that are worth a note
  mutable std::mutex mutex_;
  std::unordered_map<std::uint64_t, Note> notes_;
};

}  // namespace kinrow
