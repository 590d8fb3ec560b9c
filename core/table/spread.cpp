#include "table/spread.hpp"

namespace kinrow {
namespace {

std::vector<std::uint32_t> numbers(int cells) {  // of every set of stones of the side that begins
  std::vector<std::uint32_t> found(std::size_t{1} << cells);
  std::uint32_t weight = 1;
  for (int c = 0; c < cells; ++c, weight *= 3)
    for (std::size_t s = 0; s < std::size_t{1} << c; ++s) found[s | std::size_t{1} << c] = found[s] + weight;
  return found;
}

}  // namespace

void spread(const Layer& layer, const TableValue* values, TableValue* out) {
  const Transform<1>& group = layer.game().symmetries;
  const std::vector<std::uint32_t> number = numbers(layer.game().game.rules.size());
  for (std::uint64_t i = 0; i < layer.size(); ++i) {
    if (values[i] == unreachable) continue;
    const Stones s = layer.at(i);
    for (int g = 0; g < group.size(); ++g)
      out[number[group.apply(g, Bits<1>{{s.first}}).word[0]] +
          2 * number[group.apply(g, Bits<1>{{s.second}}).word[0]]] = values[i];
  }
}

}  // namespace kinrow
