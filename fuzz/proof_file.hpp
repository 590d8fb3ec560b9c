// A proof as the core writes it, and the verdict of the compiled checker.
#pragma once
#include "bytes.hpp"
#include "certificate/writer.hpp"
#include "prove/prover.hpp"
// The checker comes last: its own Board and Claim, in no namespace, would hide those of the core.
#define main checker_main
#include "../checker/kinrow_check.cpp"
#undef main

namespace proof_file {

inline constexpr std::uint64_t memory = 1 << 18;

// What holds in a position of this value for the side to move.
inline std::vector<kinrow::Claim> claims_of(int value, int to_move) {
  std::vector<kinrow::Claim> claims;
  for (const int side : {0, 1}) {
    const int its = side == to_move ? value : -value;
    if (its > 0) claims.push_back({side, true});
    if (its >= 0) claims.push_back({side, false});
  }
  return claims;
}

// A small game of lines, and one of its positions with its value by minimax.
struct Drawn {
  explicit Drawn(brute::Dice& dice)
      : game(brute::any_line_rules(dice, 12)), board(brute::any_board(game, dice, 8)), minimax(game) {}

  // The claims that hold; none once the game is over.
  std::vector<kinrow::Claim> claims() {
    if (minimax.over(board)) return {};
    return claims_of(minimax.value(board), board.to_move);
  }

  kinrow::Game game;
  kinrow::Board board;
  brute::Minimax minimax;
};

// A position on a board that is too large for minimax, and its value by the prover.
struct DrawnLarge {
  explicit DrawnLarge(brute::Dice& dice) : game(any_rules(dice)), board(brute::any_board(game, dice, 20)) {}

  std::vector<kinrow::Claim> claims() const {
    if (kinrow::Position<1>::from(kinrow::Tables<1>(game), board).over) return {};
    return claims_of(kinrow::make_prover(game, memory, 1)->value(board).lower, board.to_move);
  }

  kinrow::Game game;
  kinrow::Board board;

 private:
  static kinrow::Rules any_rules(brute::Dice& dice) {
    kinrow::Rules r = brute::line(dice(4, 6), dice(4, 5), dice(3, 5));
    r.stones = dice(1, 3);
    r.first = dice(1, 2);
    r.exact = dice(0, 3) == 0;
    return r;
  }
};

inline std::string text_of(const kinrow::Claim& claim) {
  return std::string(1, "XO"[claim.side]) + (claim.wins ? " wins" : " does not lose");
}

inline std::string header_of(const kinrow::Rules& r, const kinrow::Board& b, const kinrow::Claim& claim) {
  const auto number = [](int n) { return std::to_string(n); };
  const auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
  std::string cells;
  for (const signed char sign : b.cells) cells += ".XO"[sign + 1];
  return "kinrow proof 2\n{\"rules\": {\"rows\": " + number(r.rows) + ", \"cols\": " + number(r.cols) +
         ", \"k\": " + number(r.k) + ", \"stones\": " + number(r.stones) + ", \"first\": " + number(r.first) +
         ", \"exact\": " + truth(r.exact) + ", \"misere\": " + truth(r.misere) + "}, \"position\": {\"cells\": \"" +
         cells + "\", \"to_move\": \"" + "XO"[b.to_move] + "\", \"left\": " + number(b.left) + "}, \"claims\": [\"" +
         text_of(claim) + "\"]}\n";
}

inline std::string tree_of(const kinrow::Game& g, const kinrow::Board& b, const kinrow::Claim& claim) {
  const auto prover = kinrow::make_prover(g, memory, 1);
  std::string tree;
  const auto writer = kinrow::make_writer(g, *prover, memory, [&](const std::string& more) { tree += more; });
  if (!writer->write(b, claim)) std::abort();
  return tree;
}

inline bool accepted(std::string file) {
  Sha256 sha;
  sha.update(reinterpret_cast<const std::uint8_t*>(file.data()), file.size());
  for (const std::uint8_t part : sha.digest()) file += static_cast<char>(part);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(fmemopen(file.data(), file.size(), "rb"), std::fclose);
  const auto input = std::make_unique<Input>(stream.get(), false);
  try {
    MoveLog log;
    check_file(*input, log);
    return true;
  } catch (const Refused&) {
    return false;
  }
}

}  // namespace proof_file
