// Follower: wins by a strategy file: a lambda search that takes the entries of the file for proved.
#pragma once
#include <optional>
#include <string_view>

#include "certificate/first_image.hpp"
#include "certificate/strategy.hpp"
#include "game/line_sizes.hpp"
#include "lambda/lambda_search.hpp"

namespace kinrow {

class Follower {
 public:
  struct Win {
    int move;        // -1 if the loser is to move
    bool by_search;  // if not, the position is an entry
  };

  // The games that have strategies: one stone a turn, and lines as a page's boards have them.
  static bool plays(const Game& g) { return g.rules.stones == 1 && !g.rules.misere && fits<WideShape>(g); }

  Follower(const Game& game, std::uint64_t memory) : t_(game), lambda_(t_, memory, 1, status_, pool_) {}

  // Throws std::invalid_argument for entries that are not positions of this board.
  void learn(int side, std::string_view entries) {
    for (const KnownWin& w : unpack_strategy(t_.rules, side, entries))
      lambda_.learn(State::from(t_, w.board), w.order, deepest_order, w.move, resized<WideShape::Cells>(w.zone));
  }
  // How `side` wins here, as far as so many positions can tell.
  std::optional<Win> win(const Board& board, int side, std::uint64_t budget) {
    status_.begin();
    const FirstImage first(t_.rules, board);
    const auto e = lambda_.search({State::from(t_, first.board()), side, 0, deepest_order}, budget);
    if (!e.numbers.proven()) return std::nullopt;
    const LambdaWin win = first.back({true, board.to_move == side ? e.move : -1});
    return Win{win.move, status_.nodes > 0};
  }

 private:
  using State = LineState<WideShape>;

  SearchStatus status_;
  const LineTables<WideShape> t_;
  ThreadPool pool_{1};
  LambdaSearch<WideShape> lambda_;
};

}  // namespace kinrow
