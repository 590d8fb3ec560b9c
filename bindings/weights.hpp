// The weights of an engine, as they cross: numbers of 16 bits in this machine's byte order.
#pragma once
#include <cstring>
#include <vector>

#include "bindings.hpp"
#include "play/correction.hpp"
#include "play/engine.hpp"

inline std::vector<std::int16_t> numbers_of(const nb::bytes& all) {
  std::vector<std::int16_t> numbers(all.size() / sizeof(std::int16_t));
  std::memcpy(numbers.data(), all.c_str(), numbers.size() * sizeof(std::int16_t));
  return numbers;
}

inline std::size_t correction_numbers(const kinrow::Game& game) {
  if (!kinrow::Correction::plays(game.rules)) throw nb::value_error("this game has no correction");
  return kinrow::Correction::numbers(kinrow::PatternTable::reach_of(game.rules));
}

// If there are no numbers: the weights set by hand, and no correction.
inline kinrow::EngineWeights engine_weights(const kinrow::Game& game, const nb::bytes& weights,
                                            const nb::bytes& correction) {
  auto read = kinrow::EngineWeights::of(game.rules, numbers_of(weights), numbers_of(correction));
  if (!read) throw nb::value_error("expected the numbers of weights, and of a correction for this game");
  return *std::move(read);
}
