// Follower: a lambda search that treats the entries of a strategy file as proved; the engine uses one without entries.
#pragma once
#include <memory>
#include <optional>
#include <string_view>

#include "certificate/first_image.hpp"
#include "certificate/strategy.hpp"
#include "game/line_sizes.hpp"
#include "lambda/lambda_search.hpp"

namespace kinrow {

class Follower : public LambdaOracle {
 public:
  struct Win {
    int move;        // -1 if the loser is to move
    bool by_search;  // if not, the position is an entry, or follows one by its move
  };

  // The games that have strategies: one stone per turn, and lines as a page's boards have them.
  static bool plays(const Game& g) { return g.rules.stones == 1 && !g.rules.misere && fits<WideShape>(g); }

  Follower(const Game& game, std::uint64_t memory) : t_(game), lambda_(t_, memory, 1, status_, pool_) {}

  // Throws std::invalid_argument for entries that are not positions of this board.
  void learn(int side, std::string_view entries) {
    for (const KnownWin& w : unpack_strategy(t_.rules, side, entries))
      lambda_.learn(State::from(t_, w.board), w.order, deepest_order, w.move, resized<WideShape::Cells>(w.zone));
  }
  // How `side` wins here, as far as `budget` positions show it.
  std::optional<Win> win(const Board& board, int side, std::uint64_t budget) {
    const FirstImage first(t_.rules, board);
    const LambdaWin win = first.back(lambda_win(first.board(), {side, 0, deepest_order, budget}));
    if (!win.found) return std::nullopt;
    if (board.to_move == side) return Win{win.move, !win.learned};
    return Win{-1, !win.learned && !follows_learned(*this, t_.rules, first.board(), side)};
  }
  LambdaWin lambda_win(const Board& board, const LambdaQuery& query) override {
    return lambda_.answer(State::from(t_, board), query);
  }

 private:
  using State = LineState<WideShape>;

  SearchStatus status_;
  const LineTables<WideShape> t_;
  ThreadPool pool_{1};
  LambdaSearch<WideShape> lambda_;
};

inline std::unique_ptr<LambdaOracle> make_follower(const Game& game, std::uint64_t memory) {
  return std::make_unique<Follower>(game, memory);
}

}  // namespace kinrow
