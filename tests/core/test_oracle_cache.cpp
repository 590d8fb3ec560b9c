// An oracle's answers are cached, are in the checkpoint, and are not requested again.
#include <chrono>
#include <thread>

#include "brute.hpp"
#include "certificate/oracle_cache.hpp"
#include "check.hpp"

using namespace brute;

namespace {

// Answers by the number of stones, after a pause.
struct Slow : ProofOracle {
  std::chrono::microseconds pause{300};
  int calls = 0;

  int after_a_while(int answer) {
    ++calls;
    std::this_thread::sleep_for(pause);
    return answer;
  }
  static int stones(const Board& board) {
    return static_cast<int>(std::ranges::count_if(board.cells, [](int cell) { return cell >= 0; }));
  }
  int best_move(const Board& board, int goal) override { return after_a_while(stones(board) + goal - 1); }
  LambdaWin lambda_win(const Board& board, const LambdaQuery& q) override {
    const int move = after_a_while(stones(board));
    return {q.order == 0, q.order == 0 ? move - 1 : -1};
  }
  bool breaker_holds(const Board& board, int) override { return after_a_while(stones(board)) % 2 == 0; }
  int breaker_move(const Board& board) override { return after_a_while(stones(board) - 1); }
};

// Every kind of query, on a few boards.
std::vector<int> ask_all(ProofOracle& oracle) {
  std::vector<int> answers;
  Board b = Game(line(3, 3, 3)).start();
  for (const int cell : {-1, 4, 0, 8}) {
    if (cell >= 0) b.cells[static_cast<std::size_t>(cell)] = static_cast<signed char>(cell == 0 ? O : X);
    for (const int goal : {0, 1}) answers.push_back(oracle.best_move(b, goal));
    for (const int side : {X, O}) answers.push_back(oracle.breaker_holds(b, side));
    for (const int order : {0, 1})
      for (const auto& found : {oracle.lambda_win(b, {X, order, 3, 1000})}) {
        answers.push_back(found.found);
        answers.push_back(found.move);
      }
    answers.push_back(oracle.breaker_move(b));
  }
  return answers;
}

}  // namespace

TEST(cached_answers_are_not_asked_again) {
  std::atomic<bool> stop{false};
  Slow slow, same;
  OracleCache asked(slow, stop);
  const auto answers = ask_all(asked);
  CHECK(answers == ask_all(same));
  CHECK(slow.calls == same.calls);
  CHECK(ask_all(asked) == answers && slow.calls == same.calls);

  Slow none;
  OracleCache later(none, stop);
  const auto saved = asked.saved();
  later.restore(saved);
  CHECK(ask_all(later) == answers && none.calls == 0);
}

TEST(queries_that_differ_in_anything_are_asked_separately) {
  std::atomic<bool> stop{false};
  Slow slow;
  OracleCache asked(slow, stop);
  const Board b = Game(line(3, 3, 3)).start();
  LambdaQuery q{X, 1, 3, 1000};
  q.within = AnyCells::one(4);
  asked.lambda_win(b, q);
  q.budget += std::uint64_t{1} << 32;
  asked.lambda_win(b, q);
  q.only_within = true;
  asked.lambda_win(b, q);
  CHECK(slow.calls == 3);
  asked.lambda_win(b, q);
  CHECK(slow.calls == 3);
}

TEST(a_restored_cache_keeps_to_its_limit) {
  std::atomic<bool> stop{false};
  Slow slow;
  OracleCache asked(slow, stop), small(slow, stop), later(slow, stop);
  ask_all(asked);
  small.limit(10 * 64);
  small.restore(asked.saved());
  CHECK(asked.saved().size() > small.most() && small.saved().size() <= small.most());
  later.restore(asked.saved());
  later.limit(10 * 64);
  CHECK(later.saved().size() <= later.most());
}

TEST(answers_of_stopped_searches_are_not_cached) {
  std::atomic<bool> stop{true};
  Slow slow, same;
  OracleCache asked(slow, stop);
  ask_all(asked);
  CHECK(asked.saved().empty());
  stop = false;
  const int before = slow.calls;
  CHECK(ask_all(asked) == ask_all(same));
  CHECK(slow.calls - before == same.calls);
}

TEST(a_stopped_cache_returns_no_move) {
  std::atomic<bool> stop{false};
  Slow slow;
  OracleCache asked(slow, stop);
  const Board b = Game(line(3, 3, 3)).start();
  CHECK(asked.best_move(b, 1) >= 0);
  stop = true;
  CHECK(asked.best_move(b, 1) == -1 && asked.breaker_move(b) == -1);
}

TEST(a_full_cache_keeps_the_most_expensive_answers) {
  std::atomic<bool> stop{false};
  Slow slow;
  OracleCache asked(slow, stop);
  asked.limit(10 * 64);
  ask_all(asked);
  slow.pause = std::chrono::milliseconds(20);
  Board b = Game(line(3, 3, 3)).start();
  b.cells[1] = X;
  const int answer = asked.best_move(b, 1);
  CHECK(asked.saved().size() <= 11);
  const int before = slow.calls;
  slow.pause = std::chrono::microseconds(0);
  ask_all(asked);
  CHECK(slow.calls > before);
  const int after = slow.calls;
  CHECK(asked.best_move(b, 1) == answer && slow.calls == after);
}
