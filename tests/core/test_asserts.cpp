// Preconditions: sanitizer builds check them, and stop at the first that does not hold.
#include "check.hpp"

#if defined(NDEBUG)
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#error "a build for sanitizers has its asserts: see CMAKE_CXX_FLAGS_SANITIZE"
#endif
#elif !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "game/line_sizes.hpp"
#include "game/moves.hpp"
#include "play/state.hpp"
#include "solve/solver.hpp"
#include "table/subsets.hpp"
#include "threat/pattern_board.hpp"
#include "threat/threat_cache.hpp"

using namespace kinrow;

namespace {

// Whether this ends in abort(), in a process of its own.
template <class Act>
bool aborts(const Act& act) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);
    std::fclose(stderr);
    act();
    _exit(0);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

}  // namespace

TEST(violated_preconditions_abort) {
  Rules rules;
  rules.rows = rules.cols = 5, rules.k = 4;
  const Game g(rules);
  State state(g, g.start(), 1);
  const PatternTables tables(g);
  const LineTables<SmallShape> lines(g);
  Bits<1> none;
  MoveList list;
  CHECK(!aborts([&] { state.play(3); }));
  CHECK(aborts([&] { none.pop(); }));
  CHECK(aborts([&] { static_cast<void>(none.test(64)); }));
  CHECK(aborts([&] { state.undo(); }));
  state.play(3);
  CHECK(aborts([&] { state.play(3); }));
  CHECK(aborts([&] { PatternBoard(tables, g.start()).undo(3); }));
  CHECK(aborts([&] { static_cast<void>(PatternBoard(tables, g.start()).first(X, makes_win)); }));
  CHECK(aborts([&] {
    auto s = LineState<SmallShape>::from(lines, g.start());
    s.play(lines, 3);
    s.play(lines, 3);
  }));
  CHECK(aborts([&] { list.best_from(0); }));
  CHECK(aborts([&] { static_cast<void>(state.board().winner()); }));
  CHECK(aborts([&] { ThreatCache(4).won(1, -1); }));
  CHECK(aborts([&] { static_cast<void>(SubsetRanks()(1U << 26)); }));
  CHECK(aborts([&] { make_solver(g, 1 << 20, 0); }));
}
#endif
