// The proof writer: what it writes for small games is complete; the tests of the checkers are in Python.
#include "brute.hpp"
#include "certificate/writer.hpp"
#include "check.hpp"
#include "prove/prover.hpp"

using namespace brute;

TEST(a_proof_is_written_for_every_true_claim) {
  Dice dice{std::mt19937(6)};
  for (int i = 0; i < 200; ++i) {
    Rules r;
    r.rows = dice(2, 3);
    r.cols = dice(3, 4);
    r.k = dice(2, 4);
    r.stones = dice(1, 2);
    r.first = dice(1, r.stones);
    r.exact = dice(0, 3) == 0;
    r.misere = dice(0, 3) == 0;
    const Game g(r);
    const Board b = any_board(g, dice, 9);
    const Tables<1> t(g);
    if (Position<1>::from(t, b).over) continue;
    const int value = Minimax(g).value(b);
    const auto prover = make_prover(g, 1 << 20, 1);
    std::string bytes;
    const auto writer = make_writer(g, *prover, 1 << 20, [&](const std::string& more) { bytes += more; });
    if (value != 0) CHECK(writer->write(b, {value > 0 ? b.to_move : b.to_move ^ 1, true}));
    if (value >= 0) CHECK(writer->write(b, {b.to_move, false}));
    if (value <= 0) CHECK(writer->write(b, {b.to_move ^ 1, false}));
  }
}
