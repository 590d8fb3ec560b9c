// Crew: the threads of one search over one table, which grows with what it is asked.
//
// A query is first searched by one thread for as long as a short query takes, for starting a thread costs more than
// most of them; then by all threads, in stages: whenever the table is nearly full it grows, and the query is asked
// again of what the table has by then, so that little is done twice.
#pragma once
#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "dfpn/search.hpp"
#include "system/threads.hpp"

namespace kinrow {

// A table, and what the crews that use it have in common.
template <class Table>
struct Workspace {
  Workspace(std::uint64_t bytes, Shared& common, ThreadPool& threads) : table(bytes), shared(common), pool(threads) {}

  Table table;
  Shared& shared;
  ThreadPool& pool;
  UnderWay under_way;
  std::uint64_t looked = 0;  // positions, all of them since the table was empty
};

template <class Problem, class Table>
class Crew {
 public:
  using Query = typename Problem::Query;
  using Entry = typename Problem::Entry;
  static constexpr std::uint64_t unlimited = ~std::uint64_t{0};

  // `make(meter)`: one thread's problem.
  template <class Make>
  Crew(Workspace<Table>& space, int threads, const Make& make) : space_(space) {
    for (int i = 0; i < threads; ++i) members_.push_back(std::make_unique<Member>(*this, threads == 1, make));
  }

  // Settled, unless stopped or about `budget` positions were looked at.
  Entry ask(const Query& q, std::uint64_t budget = unlimited) {
    const std::uint64_t before = space_.looked;
    Entry e = ask_some(q, 1, std::min({first_budget, room(), budget}));
    while (!e.numbers.settled() && !space_.shared.stop && space_.looked - before < budget) {
      if (room() == 0) space_.table.grow(4, space_.shared.stop);
      e = ask_some(q, threads(), std::min(room(), budget));
    }
    return e;
  }
  // By one thread, whatever the table's size.
  Entry ask_alone(const Query& q, std::uint64_t budget) { return ask_some(q, 1, budget); }
  // By one thread in the middle of another search of the same thread.
  Entry ask_aside(int thread, const Query& q, std::uint64_t budget) {
    return members_[static_cast<std::size_t>(thread)]->search.ask(q, budget);
  }
  Problem& problem(int thread = 0) { return *members_[static_cast<std::size_t>(thread)]->problem; }

 private:
  static constexpr std::uint64_t first_budget = 1 << 14;  // positions: some 50 ms

  struct Member {
    template <class Make>
    Member(Crew& crew, bool alone, const Make& make)
        : meter(crew.space_.shared, crew.enough_), problem(make(meter)),
          search(*problem, meter, crew.space_.under_way, alone) {}
    Meter meter;
    std::unique_ptr<Problem> problem;
    Dfpn<Problem> search;
  };

  // Positions to look at, each of which may be an entry, before the table should grow.
  std::uint64_t room() const {
    if (space_.table.grown()) return unlimited;
    const std::uint64_t most = space_.table.entries() / 4 * 3;
    return most - std::min(space_.looked, most);
  }
  std::size_t threads() { return members_.size() == 1 ? 1 : static_cast<std::size_t>(space_.pool.size()); }
  Entry ask_some(const Query& q, std::size_t threads, std::uint64_t budget) {
    const std::uint64_t before = space_.shared.nodes;
    std::vector<Entry> found(threads);
    const auto work = [&](std::size_t i) {
      found[i] = members_[i]->search.ask(q, budget == unlimited ? unlimited : budget / threads);
      if (found[i].numbers.settled()) enough_ = true;
    };
    enough_ = false;
    if (threads == 1)
      work(0);
    else
      space_.pool.run([&](int i) { work(static_cast<std::size_t>(i)); }, [&] { enough_ = true; });
    enough_ = false;
    space_.looked += space_.shared.nodes - before;
    const auto settled = std::ranges::find_if(found, [](const Entry& e) { return e.numbers.settled(); });
    return settled == found.end() ? found[0] : *settled;
  }

  Workspace<Table>& space_;
  std::atomic<bool> enough_{false};  // a thread has the answer
  std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace kinrow
