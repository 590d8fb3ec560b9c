// The proof writer: turns what the engine knows into a certificate that a stranger can check.
//
// A claim is "this side P wins", or "does not lose", in a line game. The proof is a tree of positions told depth first,
// with references where a position comes again; docs/proof-format.md has every byte and says why each rule is sound.
// The writer asks a keeper for P's moves and decides how to tell the tree; it works out zones as the checker does.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "prove/keeper.hpp"

namespace kinrow {

struct Claim {
  int side;
  bool wins;  // else: does not lose
};

class ProofWriter {
 public:
  using Sink = std::function<void(const std::string&)>;

  virtual ~ProofWriter() = default;
  // Writes the tree for a claim that the keeper holds true; false if the keeper was stopped.
  virtual bool write(const Board& board, const Claim& claim) = 0;
  virtual std::uint64_t nodes() const = 0;
};

// `game` and `keeper` outlive the writer. `memory` bounds the bytes of the positions that it remembers in order to
// refer to them; beyond that the file grows, nothing else.
std::unique_ptr<ProofWriter> make_writer(const Game& game, Keeper& keeper, std::uint64_t memory,
                                         ProofWriter::Sink sink);

}  // namespace kinrow
