// How far a search is, as it crosses to Python.
#pragma once
#include <cstdint>
#include <tuple>

#include "system/search_status.hpp"

// Nodes, lower and upper bound so far, root move, root moves, what is done (boards, or bytes of a proof), depth.
using Progress = std::tuple<std::uint64_t, int, int, int, int, std::uint64_t, int>;

inline Progress progress_of(const kinrow::SearchStatus& s, std::uint64_t done) {
  return {s.nodes, s.lower, s.upper, s.move, s.moves, done, s.depth};
}
