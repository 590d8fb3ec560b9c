// ProofStream: encodes a proof and passes its bytes on in pieces.
#pragma once
#include <cassert>
#include <utility>
#include <vector>

#include "certificate/writer.hpp"

namespace kinrow {

// What comes next in a tree. docs/proof-format.md defines each letter, and says why its rule is sound.
enum class Letter : char {
  completes = 'W',
  move = 'M',
  sequence = 'V',
  all_moves = 'A',
  meets_threats = 'T',
  disturbing_moves = 'N',
  null_move = 'Z',
  drops_stone = 'G',
  counts_zones = 'O',
  pairing = 'P',
  potential = 'E',
  weak_game = 'B',
  reference = 'R',
  reference_to_fewer = 'S',
};

class ProofStream {
 public:
  static constexpr std::size_t page = 1 << 16;  // bytes per piece

  explicit ProofStream(ProofWriter::Sink sink) : sink_(std::move(sink)) {}

  void letter(Letter l) { out_.push_back(static_cast<char>(l)); }
  void number(std::uint64_t n) {  // seven bits per byte, the lowest first
    for (; n >= 128; n >>= 7) byte(static_cast<int>(n & 127) | 128);
    byte(static_cast<int>(n));
  }
  void cell(int c) {
    assert(c >= 0);
    number(static_cast<std::uint64_t>(c));
  }
  // Refers to a position written before: how many positions ago, and the symmetry that maps it to this one.
  void reference(std::uint64_t distance, int symmetry, Letter kind = Letter::reference) {
    assert(0 <= symmetry && symmetry < 8);
    letter(kind);
    number(distance * 8 + static_cast<std::uint64_t>(symmetry));
  }
  template <class Cells>
  void pairing(const std::vector<Cells>& sets) {
    letter(Letter::pairing);
    number(sets.size());
    for (Cells set : sets)
      while (set.any()) cell(set.pop());
  }
  // The cells that the next tree reserves, which are the same for all trees: written once.
  template <class Cells>
  void reserve(Cells cells) {
    if (std::exchange(reserved_, true)) return number(0);
    number(1 + static_cast<std::uint64_t>(cells.count()));
    while (cells.any()) cell(cells.pop());
  }
  void flush(std::size_t most = 0) {
    if (out_.size() <= most) return;
    sink_(out_);
    out_.clear();
  }

 private:
  void byte(int b) { out_.push_back(static_cast<char>(b)); }

  ProofWriter::Sink sink_;
  std::string out_;
  bool reserved_ = false;
};

}  // namespace kinrow
