// Asked: a keeper that notes what another one has answered, for a checkpoint: a proof that is begun anew after a kill
// asks none of it again, and the telling soon comes to where it was. Where notes are too many, those go that took least
// time; what took none may take some later, for a checkpoint does not have all of the table.
//
// By the question's name (64 bits; a proof that two questions with one name spoilt would not pass its check).
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <initializer_list>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "prove/keeper.hpp"
#include "solve/checkpoint.hpp"

namespace kinrow {

class Asked : public Keeper {
 public:
  // What is answered once `stop` is set is not noted: it may be for want of time.
  Asked(Keeper& keeper, const std::atomic<bool>& stop) : keeper_(keeper), stop_(stop) {}

  void limit(std::uint64_t bytes) { most_ = std::min<std::size_t>(bytes / (sizeof(Note) + 40), most_saved / 2); }

  int keeper(const Board& board, int goal) override {
    return answer(name(board, {0, goal}), [&] { return keeper_.keeper(board, goal); });
  }
  // A tree noted is known to be within the zone asked for if it was when it was found, and no more.
  Attacked attack(const Board& board, const Question& q) override {
    const int lost = -2;
    Attacked found{false, -1, q.within.value_or(AnyCells::first(static_cast<int>(board.cells.size())))};
    const auto asked = name(board, {1, q.side, q.order, q.last, static_cast<int>(q.budget)}, found.zone);
    const int move = answer(asked, [&] {
      found = keeper_.attack(board, q);
      return found.wins ? found.move : lost;
    });
    return {move != lost, std::max(move, -1), found.zone};
  }
  bool stopped(const Board& board, int side) override {
    return answer(name(board, {2, side}), [&] { return static_cast<int>(keeper_.stopped(board, side)); }) != 0;
  }
  int stopper(const Board& board) override {
    return answer(name(board, {3}), [&] { return keeper_.stopper(board); });
  }

  std::vector<SavedEntry> saved() const {
    const std::lock_guard lock(mutex_);
    std::vector<SavedEntry> entries;
    for (const auto& [name, note] : notes_)
      entries.push_back({name, static_cast<std::uint64_t>(note.answer + bias), note.microseconds, 0});
    return entries;
  }
  void restore(const SavedEntry* from, const SavedEntry* end) {
    const std::lock_guard lock(mutex_);
    for (; from < end; ++from) notes_[(*from)[0]] = {static_cast<int>((*from)[1]) - bias, (*from)[2]};
  }

 private:
  struct Note {
    int answer;
    std::uint64_t microseconds;
  };
  using Clock = std::chrono::steady_clock;
  static constexpr int bias = 2;  // answers are -2 or more

  static std::uint64_t name(const Board& board, std::initializer_list<int> question, const AnyCells& within = {}) {
    std::uint64_t h = 1;
    const auto fold = [&](std::uint64_t value) {
      h = (h ^ value) * 0xbf58476d1ce4e5b9ULL;
      h ^= h >> 29;
    };
    for (const signed char cell : board.cells) fold(static_cast<std::uint64_t>(cell + 2));
    for (const int value : {board.to_move, board.left}) fold(static_cast<std::uint64_t>(value + 2));
    for (const int value : question) fold(static_cast<std::uint64_t>(value + 2));
    for (const std::uint64_t word : within.word) fold(word);
    return h;
  }
  template <class Ask>
  int answer(std::uint64_t name, const Ask& ask) {
    if (const auto known = notes_.find(name); known != notes_.end()) return known->second.answer;
    const auto began = Clock::now();
    const int answer = ask();
    const auto took =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began).count());
    if (took >= least_ && !stop_) note(name, {answer, took});
    return answer;
  }
  // When there are too many, those that cost least are given up.
  void note(std::uint64_t name, const Note& note) {
    const std::lock_guard lock(mutex_);
    notes_[name] = note;
    while (notes_.size() > most_) {
      least_ = std::max<std::uint64_t>(1, 4 * least_);
      std::erase_if(notes_, [&](const auto& entry) { return entry.second.microseconds < least_; });
    }
  }

  Keeper& keeper_;
  const std::atomic<bool>& stop_;
  std::size_t most_ = most_saved / 2;
  std::uint64_t least_ = 0;  // microseconds that are worth a note
  mutable std::mutex mutex_;
  std::unordered_map<std::uint64_t, Note> notes_;
};

}  // namespace kinrow
