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
#include "prove/attack_longest.hpp"

namespace kinrow {

template <class Shape>
class AttackCrew {
 public:
  using State = LineState<Shape>;
  using Cells = typename Shape::Cells;
  using Entry = AttackEntry<Cells>;

  AttackCrew(const LineTables<Shape>& t, std::uint64_t memory, int threads, Shared& shared)
      : t_(t), book_(t), memory_(memory), shared_(shared) {
    for (int i = 0; i < threads; ++i)
      attacks_.push_back(std::make_unique<Attack<Shape>>(t, book_, memory_, shared, under_way_, enough_, threads == 1));
  }

  // As Attack's; alone for as long as a short question takes, for a thread costs more than most of them; then together,
  // in stages: whenever the table is nearly full it grows, and the question is asked again of what the table has by
  // then.
  Entry ask(const State& s, int side, int order, int last, std::uint64_t budget) {
    const std::uint64_t before = looked_;
    Question q{s, side, order, last};
    Entry e = ask_some(q, 1, std::min({budget, taste, room()}));
    while (!e.numbers.settled() && !shared_.stop && looked_ - before < budget) {
      if (room() == 0) memory_.all().grow(shared_.stop);
      e = ask_some(q, attacks_.size(), std::min(budget - (looked_ - before), room()));
    }
    return e;
  }

  // By a tree within this zone, if one is soon found, which is so where one was found before; else by any.
  Entry ask(const State& s, int side, int order, int last, std::uint64_t budget, const Cells& within) {
    memory_.confine(within);
    const Entry e = ask_some({s, side, order, last}, 1, std::min(budget, soon));
    memory_.release();
    return e.numbers.proven() ? e : ask(s, side, order, last, budget);
  }

  // A game whose moves are tried first from now on; games to the wins that took at least so many positions.
  void advise(const State& s, const std::vector<int>& game) { book_.add(s, game); }
  std::vector<std::vector<int>> longest(const State& s, int side, int last, std::uint32_t worth) const {
    return AttackLongest<Shape>(t_, memory_.all(), side, last, worth).games(s, 0);
  }

  void save(std::vector<SavedEntry>& to) const { memory_.all().save(to); }  // may run beside a search
  void restore(const SavedEntry* from, const SavedEntry* end) {
    memory_.all().restore(from, end);
    looked_ += static_cast<std::uint64_t>(end - from);
  }

 private:
  static constexpr std::uint64_t taste = 1 << 14, soon = 1 << 16, unlimited = ~std::uint64_t{0};
  struct Question {
    const State& s;
    int side, order, last;
  };

  // Positions to look at, each of which may be an entry, before the table should grow.
  std::uint64_t room() const {
    if (memory_.all().grown()) return unlimited;
    const std::uint64_t most = memory_.all().entries() / 4 * 3;
    return most - std::min(looked_, most);
  }
  Entry ask_some(const Question& q, std::size_t threads, std::uint64_t budget) {
    const std::uint64_t before = shared_.nodes;
    std::vector<Entry> found(threads);
    const auto work = [&](std::size_t i) {
      found[i] = attacks_[i]->ask(q.s, q.side, q.order, q.last, budget / threads);
      if (found[i].numbers.settled()) enough_ = true;
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work, i);
    work(0);
    for (std::thread& t : others) t.join();
    enough_ = false;
    looked_ += shared_.nodes - before;
    const auto settled = std::ranges::find_if(found, [](const Entry& f) { return f.numbers.settled(); });
    return settled == found.end() ? found[0] : *settled;
  }

  const LineTables<Shape>& t_;
  AttackBook<Shape> book_;
  AttackMemory<Cells> memory_;
  Shared& shared_;
  std::uint64_t looked_ = 0;  // positions, all of them since the table was empty
  UnderWay under_way_;
  std::atomic<bool> enough_{false};
  std::vector<std::unique_ptr<Attack<Shape>>> attacks_;
};

}  // namespace kinrow
