#include "solve/engine.hpp"

#include "solve/engines.hpp"

namespace kinrow {
namespace {

std::unique_ptr<Engine> make_line(const Game& g, std::uint64_t memory, int threads) {
  const int cells = g.rules.size(), lines = static_cast<int>(g.lines.size());
  const bool misere = g.rules.misere;
  if (cells <= 64 && lines <= 64 && g.rules.k <= 7) return make_small(g, memory, threads, misere);
  if (cells <= 64 && lines <= 128 && g.rules.k <= 7) return make_medium(g, memory, threads, misere);
  if (cells <= 64) return make_word(g, memory, threads, misere);
  if (cells <= 128 && lines <= 512 && g.rules.k <= 7) return make_middle(g, memory, threads, misere);
  if (cells <= 256) return make_large(g, memory, threads, misere);
  return make_largest(g, memory, threads, misere);
}

}  // namespace

std::unique_ptr<Engine> make_engine(const Game& g, std::uint64_t memory, int threads) {
  return g.rules.majority ? make_majority(g, memory, threads) : make_line(g, memory, threads);
}

}  // namespace kinrow
