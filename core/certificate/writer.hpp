// The proof writer: turns what the solver knows into a certificate that a stranger can check.
//
// A claim is "this side wins", or "does not lose", in a line game. The proof is a tree of positions written depth
// first, with references to positions that come again; docs/proof-format.md has every byte and says why each rule is
// sound. The writer asks an oracle for the winner's moves and decides how to write the tree; it works out zones as the
// checker does.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "certificate/proof_oracle.hpp"

namespace kinrow {

struct Claim {
  int side;
  bool wins;  // else: does not lose
};

class ProofWriter {
 public:
  using Sink = std::function<void(const std::string&)>;

  virtual ~ProofWriter() = default;
  // Writes the tree for a claim that the oracle holds true; false if the oracle was stopped.
  virtual bool write(const Board& board, const Claim& claim) = 0;
  virtual std::uint64_t nodes() const = 0;
};

// `game` and `oracle` outlive the writer. `memory` bounds the bytes of the positions that it remembers in order to
// refer to them; beyond that the file grows, nothing else.
std::unique_ptr<ProofWriter> make_writer(const Game& game, ProofOracle& oracle, std::uint64_t memory,
                                         ProofWriter::Sink sink);

}  // namespace kinrow
