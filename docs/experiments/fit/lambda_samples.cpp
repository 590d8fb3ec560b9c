// lambda_samples: what the weights of the lambda search are fitted to, as rows of whole numbers on standard output.
//
//   lambda_samples wins  M,N,K COUNT SEED   group, attacker to move, won, features of WinEstimator
//   lambda_samples moves M,N,K COUNT SEED   group, position, cost of the move (0: no win), features of MoveOrdering
//   lambda_samples suite M,N,K COUNT SEED   for positions with four stones: won, positions looked at
//   lambda_samples weights                  the shipped ones: attacker to move, defender to move, moves
//
// A group is the search of one random position, so what is held out shares no search with what is fitted.
// docs/experiments/lambda-search.md says how they are used.
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include "game/line_sizes.hpp"
#include "sampling.hpp"

using namespace kinrow;

namespace {

constexpr std::uint64_t win_budget = 4000, move_budget = 1000, suite_budget = 250'000;  // positions
constexpr std::uint64_t first_root_budget = 2000;  // of the searches that are sampled; up to 64 times as many
constexpr int root_doublings = 7;
constexpr std::size_t samples_a_search = 6;        // of each kind
constexpr std::size_t most_moves = 60;             // tried per position
constexpr std::uint64_t suite_memory = 512 << 20;  // bytes

struct Task {
  int count;
  std::uint64_t seed;
};

template <class Terms>
void print_terms(const Terms& terms) {
  for (const int n : std::bit_cast<std::array<int, sizeof(Terms) / sizeof(int)>>(terms)) std::printf(" %d", n);
  std::printf("\n");
}

// Two to nine stones, and three times in four the first player as the attacker.
template <class Shape>
typename Sampler<Shape>::Record sampled(Sampler<Shape>& sampler, SplitMix64& random) {
  typename Sampler<Shape>::Record record{{samples_a_search, random}, {samples_a_search, random}};
  const auto root = sampler.position(2 + random.below(8), random);
  const int side = random.below(4) == 0 ? O : X;
  if (!root.over())
    sampler.search({root, side, 0, deepest_order}, first_root_budget << random.below(root_doublings), record);
  return record;
}

template <class Shape>
bool wins_soon(Sampler<Shape>& sampler, const Sample<Shape>& at) {
  return sampler.search({at.s, at.side, at.order, deepest_order}, win_budget).won;
}

template <class Shape>
void print_wins(const Game& game, const Task& task) {
  Sampler<Shape> sampler(game);
  const WinEstimator<Shape> estimator(sampler.tables());
  for (int printed = 0, group = 0; printed < task.count; ++group) {
    SplitMix64 random = SplitMix64::stream(task.seed, static_cast<std::uint64_t>(group));
    const auto record = sampled(sampler, random);
    for (const auto* some : {&record.to_move, &record.waiting})
      for (const Sample<Shape>& at : some->items()) {
        std::printf("%d %d %d", group, at.s.to_move == at.side, wins_soon(sampler, at));
        print_terms(estimator.features(at.s, at.side, at.orders()));
        ++printed;
      }
  }
}

// Those with some line through them, or some of these if there are many.
template <class Shape>
std::vector<int> candidates(Sampler<Shape>& sampler, const MoveOrdering<Shape>& ordering, const Sample<Shape>& at,
                            SplitMix64& random) {
  const std::vector<int> moves = sampler.moves(at.s);
  const auto features = ordering.features(at.s, at.side, moves);
  Reservoir<int> some(most_moves, random);
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (features[i].side[0].kind[0] < ordering.directions || features[i].side[1].kind[0] < ordering.directions)
      some.offer(moves[i]);
  return some.items();
}

// Of one position; none if it is not won soon.
template <class Shape>
bool print_moves_of(Sampler<Shape>& sampler, const MoveOrdering<Shape>& ordering, const Sample<Shape>& at, int group,
                    int number, SplitMix64& random) {
  if (!wins_soon(sampler, at)) return false;
  const std::vector<int> moves = candidates(sampler, ordering, at, random);
  const auto features = ordering.features(at.s, at.side, moves);
  std::vector<std::uint64_t> cost;
  for (const int cell : moves) {
    auto next = at.s;
    next.play(sampler.tables(), cell);
    const auto found = sampler.search({next, at.side, at.order, deepest_order}, move_budget);
    cost.push_back(found.won ? std::max(found.looked, std::uint64_t{1}) : 0);
  }
  if (std::ranges::none_of(cost, [](std::uint64_t n) { return n > 0; })) return false;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    std::printf("%d %d %d", group, number, static_cast<int>(cost[i]));
    print_terms(features[i]);
  }
  return true;
}

template <class Shape>
void print_moves(const Game& game, const Task& task) {
  Sampler<Shape> sampler(game);
  const MoveOrdering<Shape> ordering(sampler.tables());
  for (int printed = 0, group = 0; printed < task.count; ++group) {
    SplitMix64 random = SplitMix64::stream(task.seed, static_cast<std::uint64_t>(group));
    const auto record = sampled(sampler, random);
    for (const Sample<Shape>& at : record.to_move.items())
      printed += print_moves_of(sampler, ordering, at, group, printed, random);
  }
}

template <class Shape>
void print_suite(const Game& game, const Task& task) {
  Sampler<Shape> sampler(game);
  for (int i = 0; i < task.count; ++i) {
    SplitMix64 random = SplitMix64::stream(task.seed, static_cast<std::uint64_t>(i));
    const auto s = sampler.position(4, random);
    const auto found = sampler.search({s, X, 0, deepest_order}, suite_budget, suite_memory);
    std::printf("%d %llu\n", found.won, static_cast<unsigned long long>(found.looked));
    std::fflush(stdout);
  }
}

void print_weights() {
  for (const bool attacker_to_move : {true, false}) print_terms(WinEstimator<WideShape>::weights(attacker_to_move));
  print_terms(MoveOrdering<WideShape>::weights());
}

template <class Shape>
void print(const std::string& what, const Game& game, const Task& task) {
  if (what == "wins")
    print_wins<Shape>(game, task);
  else if (what == "moves")
    print_moves<Shape>(game, task);
  else if (what == "suite")
    print_suite<Shape>(game, task);
  else
    throw std::invalid_argument("expected wins, moves, suite or weights, not '" + what + "'");
}

Rules rules_of(const char* text) {
  Rules rules;
  if (std::sscanf(text, "%d,%d,%d", &rules.rows, &rules.cols, &rules.k) != 3)
    throw std::invalid_argument("expected a game as in 15,15,5, not '" + std::string(text) + "'");
  if (std::min(rules.rows, rules.cols) < 9 || rules.size() > 400 || rules.k < 3 || rules.k > 7)
    throw std::invalid_argument("expected 9 or more rows and columns, up to 400 cells and k from 3 to 7");
  return rules;
}

void run(const std::vector<std::string>& words) {
  if (words.size() == 1 && words[0] == "weights") return print_weights();
  if (words.size() != 4) throw std::invalid_argument("expected WHAT M,N,K COUNT SEED, or weights");
  const Game game(rules_of(words[1].c_str()));
  const Task task{std::stoi(words[2]), std::stoull(words[3])};
  with_shape<WideShape, LargestShape>(game, [&](auto shape) {
    print<typename decltype(shape)::type>(words[0], game, task);
    return 0;
  });
}

}  // namespace

int main(int count, char** words) {
  try {
    run({words + 1, words + count});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lambda_samples: %s\n", error.what());
    return 2;
  }
}
