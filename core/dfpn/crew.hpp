// Crew: the threads of one search over one table, which grows as needed.
//
// At first one thread searches alone, because starting the others would take longer than most queries do. If that is
// not enough, all threads search, in stages: whenever the table is nearly full, it grows, and the search starts again
// at the root. Little work is repeated, because the results are in the table.
#pragma once
#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "dfpn/search.hpp"
#include "system/checkpoint.hpp"
#include "system/threads.hpp"

namespace kinrow {

// A table, and everything else that the crews using it share.
template <class Table>
struct Workspace {
  Workspace(std::uint64_t bytes, SearchStatus& common, ThreadPool& threads)
      : table(bytes), status(common), pool(threads) {}

  // Puts back the entries of a checkpoint; they fill the table as searched positions do.
  void restore(const std::vector<SavedEntry>& entries) { positions += table.restore(entries); }

  Table table;
  SearchStatus& status;
  ThreadPool& pool;
  ActiveMoves active_moves;
  std::uint64_t positions = 0;  // searched or restored since the table was empty
};

template <DfpnProblem Problem, class Table>
class Crew {
 public:
  using Query = typename Problem::Query;
  using Entry = typename Problem::Entry;

  // `make(meter)` makes the problem of one thread.
  template <class Make>
  Crew(Workspace<Table>& space, int threads, const Make& make) : space_(space) {
    for (int i = 0; i < threads; ++i) members_.push_back(std::make_unique<Member>(*this, threads == 1, make));
  }

  // The entry is settled unless the search was stopped or has searched about `budget` positions.
  Entry search(const Query& q, std::uint64_t budget = unlimited) {
    const std::uint64_t before = space_.positions;
    Entry e = search_with(q, 1, std::min({first_budget, room(), budget}));
    while (!e.numbers.settled() && !space_.status.stop && space_.positions - before < budget) {
      if (room() == 0) space_.table.grow(growth, space_.status.stop);
      e = search_with(q, threads(), std::min(room(), budget));
    }
    return e;
  }
  // Uses one thread, and never grows the table.
  Entry search_alone(const Query& q, std::uint64_t budget) { return search_with(q, 1, budget); }
  // Runs on the calling thread, in the middle of another search of that thread.
  Entry search_nested(int thread, const Query& q, std::uint64_t budget) {
    return members_[static_cast<std::size_t>(thread)]->search.search(q, budget);
  }
  Problem& problem(int thread = 0) { return *members_[static_cast<std::size_t>(thread)]->problem; }

 private:
  static constexpr std::uint64_t first_budget = 1 << 14;  // positions: some 50 ms
  static constexpr std::uint64_t growth = 4;  // 2, 4 and 8 do equally well: docs/experiments/proof-number-search.md

  struct Member {
    template <class Make>
    Member(Crew& crew, bool alone, const Make& make)
        : meter(crew.space_.status, crew.enough_), problem(make(meter)),
          search(*problem, meter, crew.space_.active_moves, alone) {}
    Meter meter;
    std::unique_ptr<Problem> problem;
    Dfpn<Problem> search;
  };

  // How many positions may be searched before the table should grow: each may become an entry.
  std::uint64_t room() const {
    if (space_.table.grown()) return unlimited;
    const std::uint64_t most = space_.table.entries() / 4 * 3;
    return most - std::min(space_.positions, most);
  }
  std::size_t threads() { return members_.size() == 1 ? 1 : static_cast<std::size_t>(space_.pool.size()); }
  Entry search_with(const Query& q, std::size_t threads, std::uint64_t budget) {
    const std::uint64_t before = space_.status.nodes;
    std::vector<Entry> found(threads);
    const auto work = [&](std::size_t i) {
      found[i] = members_[i]->search.search(q, budget == unlimited ? unlimited : budget / threads);
      if (found[i].numbers.settled()) enough_ = true;
    };
    enough_ = false;
    if (threads == 1)
      work(0);
    else
      space_.pool.run([&](int i) { work(static_cast<std::size_t>(i)); }, [&] { enough_ = true; });
    enough_ = false;
    space_.positions += space_.status.nodes - before;
    const auto settled = std::find_if(found.begin(), found.end(), [](const Entry& e) { return e.numbers.settled(); });
    return settled == found.end() ? found[0] : *settled;
  }

  Workspace<Table>& space_;
  std::atomic<bool> enough_{false};  // a thread has the answer
  std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace kinrow
