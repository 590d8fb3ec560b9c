#include "game/perft.hpp"

#include "game/position.hpp"
#include "system/random.hpp"

namespace kinrow {
namespace {

template <int W>
std::uint64_t walk(const Tables<W>& t, const Position<W>& p, int depth, const std::atomic<bool>& stop) {
  if (depth == 0) return 1;
  if (p.over || stop) return 0;
  Bits<W> moves = p.legal(t);
  std::uint64_t total = 0;
  while (moves.any()) {
    Position<W> child = p;
    child.play(t, moves.pop());
    total += walk(t, child, depth - 1, stop);
  }
  return total;
}

}  // namespace

std::uint64_t perft(const Game& game, const Board& board, int depth, const std::atomic<bool>& stop) {
  return with_words(game.rules.size(), [&](auto words) {
    const Tables<words()> t(game);
    return walk(t, Position<words()>::from(t, board), depth, stop);
  });
}

Playout random_game(const Game& game, const Board& board, std::uint64_t seed) {
  return with_words(game.rules.size(), [&](auto words) {
    const Tables<words()> t(game);
    auto p = Position<words()>::from(t, board);
    SplitMix64 random(seed);
    Playout out;
    while (!p.over) {
      auto moves = p.legal(t);
      const int n = moves.count();
      int cell = moves.pop();
      for (int skip = static_cast<int>(random.next() % n); skip > 0; --skip) cell = moves.pop();
      out.moves.push_back(cell);
      out.legal.push_back(n);
      p.play(t, cell);
    }
    out.winner = p.winner(t);
    if (game.rules.majority) out.margin = p.margin(t);
    return out;
  });
}

}  // namespace kinrow
