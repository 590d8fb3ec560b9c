// PnCrew: the threads of one proof-number search, each with its own game, over one table.
//
// A question is asked in stages, each with the table that it has earned; what was found stays, so little is done twice.
// Seconds of processor time, of them the system's, with one thread and 4.4 GiB of memory, taken from the first at
// random and as it is: (7,7,5) 0.23, 0.14 and 0.08, 0.00; (8,4,4) 3.4, 2.0 and 1.1, 0.0; (9,4,4) 6.5, 3.1 and 2.9,
// 0.0; (11,4,4) 14.1, 3.9 and 7.4 to 8.8, 0.0 to 1.0. Growing by 2, 4 or 8, at half full or later: no difference beyond
// chance.
#pragma once
#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

#include "game/game.hpp"
#include "prove/pn_search.hpp"

namespace kinrow {

// What all searches of one prover share.
struct PnMemory {
  PnMemory(std::uint64_t bytes, Shared& common) : table(bytes), shared(common) {}
  PnTable table;
  Shared& shared;
  UnderWay under_way;
  std::uint64_t looked = 0;  // positions, all of them since the table was empty
};

template <class G>
class PnCrew {
  static constexpr std::uint64_t taste = 1 << 14, unlimited = ~std::uint64_t{0};

 public:
  using State = typename G::State;

  PnCrew(const Game& game, const Keys<G::words>& keys, PnMemory& memory, int threads) : memory_(memory) {
    for (int i = 0; i < threads; ++i) {
      games_.push_back(std::make_unique<G>(game));
      searches_.push_back(
          std::make_unique<PnSearch<G>>(*games_[i], keys, memory.table, memory.shared, memory.under_way, threads == 1));
    }
  }
  G& rules(int thread = 0) { return *games_[thread]; }
  PnSearch<G>& search(int thread = 0) { return *searches_[thread]; }

  // Alone for as long as a short question takes, for a thread costs more than most of them; then together, in stages:
  // whenever the table is nearly full it grows, and the question is asked again of what the table has by then.
  // Not settled after about `most` positions, or when stopped.
  Numbers ask(const State& s, int beta, std::uint64_t most = unlimited) {
    const std::uint64_t before = memory_.looked;
    Numbers n = ask_some(s, beta, 1, std::min({taste, room(), most}));
    while (!n.settled() && !memory_.shared.stop && memory_.looked - before < most) {
      if (room() == 0) memory_.table.grow(4, memory_.shared.stop);
      n = ask_some(s, beta, searches_.size(), std::min(room(), most));
    }
    return n;
  }

 private:
  // Positions to look at, each of which may be an entry, before the table should grow.
  std::uint64_t room() const {
    if (memory_.table.grown()) return unlimited;
    const std::uint64_t most = memory_.table.entries() / 4 * 3;
    return most - std::min(memory_.looked, most);
  }
  Numbers ask_some(const State& s, int beta, std::size_t threads, std::uint64_t budget) {
    Shared& shared = memory_.shared;
    const std::uint64_t before = shared.nodes;
    shared.answered = false;
    std::vector<Numbers> answers(threads);
    const auto work = [&](std::size_t i) {
      answers[i] = searches_[i]->ask(s, beta, budget == unlimited ? unlimited : budget / threads).numbers;
      shared.answered = true;
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work, i);
    work(0);
    for (std::thread& t : others) t.join();
    memory_.looked += shared.nodes - before;
    const auto settled = std::ranges::find_if(answers, [](const Numbers& n) { return n.settled(); });
    return settled == answers.end() ? answers[0] : *settled;
  }

  PnMemory& memory_;
  std::vector<std::unique_ptr<G>> games_;
  std::vector<std::unique_ptr<PnSearch<G>>> searches_;
};

}  // namespace kinrow
