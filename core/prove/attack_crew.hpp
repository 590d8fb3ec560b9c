// AttackCrew: one attack by several threads that share a table; each keeps away from what another is looking into.
//
// Not worth it: to take a question apart, so much work for each of Q's answers and then four times as much, took twice
// as many positions as one search for (15,15,5) with two stones on the board.
#pragma once
#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "prove/attack.hpp"

namespace kinrow {

template <class Shape>
class AttackCrew {
 public:
  using State = LineState<Shape>;
  using Entry = AttackEntry<typename Shape::Cells>;

  AttackCrew(const LineTables<Shape>& t, std::uint64_t memory, int threads, Shared& shared) : table_(memory) {
    for (int i = 0; i < threads; ++i)
      attacks_.push_back(std::make_unique<Attack<Shape>>(t, table_, shared, under_way_, enough_, threads == 1));
  }

  // As Attack's; alone for as long as a short question takes, for a thread costs more than most of them.
  Entry ask(const State& s, int side, int order, int last, std::uint64_t budget) {
    const Entry e = attacks_[0]->ask(s, side, order, last, std::min(budget, taste));
    if (e.numbers.settled() || budget <= taste) return e;
    std::vector<Entry> found(attacks_.size());
    const auto work = [&](std::size_t i) {
      found[i] = attacks_[i]->ask(s, side, order, last, budget / attacks_.size());
      if (found[i].numbers.settled()) enough_ = true;
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < attacks_.size(); ++i) others.emplace_back(work, i);
    work(0);
    for (std::thread& t : others) t.join();
    enough_ = false;
    const auto settled = std::ranges::find_if(found, [](const Entry& f) { return f.numbers.settled(); });
    return settled == found.end() ? found[0] : *settled;
  }

  void save(std::vector<SavedEntry>& to) const { table_.save(to); }  // may run beside a search
  void restore(const SavedEntry* from, const SavedEntry* end) { table_.restore(from, end); }

 private:
  static constexpr std::uint64_t taste = 1 << 14;

  AttackTable<typename Shape::Cells> table_;
  UnderWay under_way_;
  std::atomic<bool> enough_{false};
  std::vector<std::unique_ptr<Attack<Shape>>> attacks_;
};

}  // namespace kinrow
