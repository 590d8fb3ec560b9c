// The proof writer: turns what the engine knows into a certificate that a stranger can check.
//
// A claim is "this side wins" or "this side does not lose", in a line game with one stone a turn. The proof is a tree
// of positions told depth first, with references where a position comes again (docs/proof-format.md has every byte).
// Where the claiming side P is to move, one move stands; where the other side Q is, every move is accounted for:
//  - by P's threats: with a line to complete, P answers every other move by completing it;
//  - by a pairing (claims of not losing): pairs of cells that meet every line Q could still complete;
//  - by a child;
//  - by a zone (claims of not losing): the zone of a proof is a set of empty cells such that P still holds when Q gets
//    any further stones outside it. A move of Q's outside a child's zone is met by that child's play. (Null-move
//    relevance zones: Wu and Lin 2010; Hsu, Ko, Chen, Wei, Hsueh, Wu 2020.) Zones are not written: the checker works
//    them out from the leaves up, exactly as here: a pairing's cells; P's own move and the cell P would complete,
//    besides what lies below; the union over Q's moves.
// A zone is sound because the game in which only Q's further lines matter is monotone, and because every cell that P's
// own play relies on is in it, P's winning cells included.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

#include "board/transform.hpp"
#include "solve/engine.hpp"
#include "solve/line_state.hpp"
#include "solve/pairing.hpp"

namespace kinrow {

struct Claim {
  int side;
  bool wins;  // else: does not lose
};

class ProofWriter {
 public:
  using Sink = std::function<void(const std::string&)>;

  // Boards of up to 64 cells, one stone a turn, overlines and all; `game` and `engine` outlive the writer.
  ProofWriter(const Game& game, Engine& engine, Sink sink);

  // Writes the tree for a claim that the engine holds true; false if the engine was stopped.
  bool write(const Board& board, const Claim& claim);
  std::uint64_t nodes() const { return nodes_; }

 private:
  using Shape = LineShape<1, 5, 5>;
  using State = LineState<Shape>;
  using Zone = Bits<1>;
  struct Known {  // a position that was proved before, as it stood on the board
    std::uint64_t number;
    int turn;  // the symmetry that made it canonical
    Zone zone;
  };
  struct Name {
    std::uint64_t x, o;
    bool operator==(const Name&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Name& n) const {
      return (n.x * 0x9e3779b97f4a7c15ULL ^ n.o) * 0xbf58476d1ce4e5b9ULL >> 7;
    }
  };

  std::optional<Zone> prove(const State& s);
  std::optional<Zone> answer(const State& s);    // P is to move
  std::optional<Zone> meet_all(const State& s);  // Q is to move
  std::optional<Zone> paired(const State& s);
  std::optional<Zone> reference(const State& s, Name& name, int& turn);
  Zone all() const { return Zone::first(tables_.rules.size()); }
  int promising(const State& s, Zone moves) const;
  Board told(const State& s) const;
  void byte(int b) { out_.push_back(static_cast<char>(b)); }
  void number(std::uint64_t n);
  void flush(std::size_t most);

  LineTables<Shape> tables_;
  Transform<1> turns_;
  Engine& engine_;
  Sink sink_;
  Pairing<Shape> pairing_;
  Claim claim_{};
  std::string out_;
  std::uint64_t nodes_ = 0;
  std::unordered_map<Name, Known, Hash> known_;
};

}  // namespace kinrow
