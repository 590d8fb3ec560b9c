// Dice whose rolls come from the fuzzer's bytes.
#pragma once
#include "brute.hpp"

inline brute::Dice dice_of(const std::uint8_t* data, std::size_t size) {
  std::seed_seq seed(data, data + size);
  return {std::mt19937(seed)};
}
