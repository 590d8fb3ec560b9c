// ProofWriter: turns what the prover knows into a certificate that an independent program can check.
//
// A claim is "this side wins" or "this side does not lose", in a line game. The proof is a tree of positions, written
// depth first, with references to positions that occur again. docs/proof-format.md specifies every byte and says why
// each rule is sound. The writer asks an oracle for the winner's moves, decides how to write the tree, and computes
// zones as the checker does.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "certificate/proof_oracle.hpp"

namespace kinrow {

struct Claim {
  int side;
  bool wins;      // otherwise: does not lose
  int order = 0;  // in a class of boards: how many more of the loser's stones the tree tolerates
};

// A tree: how many positions it lists, and its zone as docs/proof-format.md defines it.
struct TreeSummary {
  std::uint64_t nodes = 0;
  AnyCells zone{};
  bool weak = false;
};

class ProofWriter {
 public:
  using Sink = std::function<void(const std::string&)>;

  virtual ~ProofWriter() = default;
  // Writes the tree for a claim that the oracle holds true; false if the oracle was stopped.
  [[nodiscard]] virtual bool write(const Board& board, const Claim& claim) = 0;
  virtual TreeSummary summary() const = 0;  // of the last tree that was written
};

// `game` and `oracle` must outlive the writer. `memory`: bytes for the positions that references may name; with fewer,
// the file only becomes larger. Throws std::invalid_argument for line-counting games, renju and caro.
std::unique_ptr<ProofWriter> make_writer(const Game& game, ProofOracle& oracle, std::uint64_t memory,
                                         ProofWriter::Sink sink);

}  // namespace kinrow
