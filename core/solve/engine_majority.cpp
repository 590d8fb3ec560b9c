// Line-counting games: one word of counters for jing4 and its like, bytes for longer or more lines.
#include "solve/driver.hpp"
#include "solve/engines.hpp"
#include "solve/majority_game.hpp"

namespace kinrow {
namespace {

template <int W, int B, int NW>
std::unique_ptr<Engine> make(const Game& g, std::uint64_t memory, int threads) {
  return std::make_unique<Driver<MajorityGame<MajorityShape<W, B, NW>>>>(g, memory, threads);
}

}  // namespace

std::unique_ptr<Engine> make_majority(const Game& g, std::uint64_t memory, int threads) {
  const int cells = g.rules.size(), lines = static_cast<int>(g.lines.size());
  if (cells <= 64 && lines <= 16 && g.rules.k <= 7) return make<1, 4, 1>(g, memory, threads);
  if (cells <= 64) return make<1, 8, 32>(g, memory, threads);
  return make<7, 8, 188>(g, memory, threads);
}

}  // namespace kinrow
