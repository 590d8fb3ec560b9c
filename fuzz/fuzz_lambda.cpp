// Property: a win that the lambda search has found is a win, and stays one with as many further stones of the
// defender's outside its zone as its order allows.
#include "bytes.hpp"
#include "game/line_sizes.hpp"
#include "lambda/lambda_search.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using State = kinrow::LineState<kinrow::SmallShape>;
  brute::Dice dice = dice_of(data, size);
  kinrow::Rules rules = brute::line(dice(3, 4), dice(3, 5), dice(3, 4));
  rules.exact = dice(0, 1) == 1;
  const kinrow::Game g(rules);
  const kinrow::Board b = brute::any_board(g, dice, 9);
  const kinrow::LineTables<kinrow::SmallShape> t(g);
  const State s = State::from(t, b);
  if (s.over()) return 0;
  kinrow::SearchStatus status;
  kinrow::ThreadPool pool(1);
  kinrow::LambdaSearch<kinrow::SmallShape> lambda(t, 1 << 18, 1, status, pool);
  const int side = dice(kinrow::X, kinrow::O), order = dice(0, 3);
  const auto e = lambda.search({s, side, order, 3}, 2000);
  if (!e.numbers.proven()) return 0;
  brute::Minimax minimax(g);
  if (!minimax.wins(b, side)) std::abort();
  for (int more = 0; more < 4; ++more) {
    const kinrow::Board after = brute::with_more(b, side ^ 1, s.empty(t) - e.zone, order, dice);
    const State late = State::from(t, after);
    if (late.line_by == (side ^ 1) || (!late.over() && !minimax.wins(after, side))) std::abort();
  }
  return 0;
}
