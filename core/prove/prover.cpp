#include "prove/prover.hpp"

#include <cassert>
#include <stdexcept>

#include "prove/provers.hpp"

namespace kinrow {
namespace {

class SolverProver : public Prover {
 public:
  SolverProver(const Game& g, std::uint64_t memory, int threads) : solver_(make_solver(g, memory, threads)) {}

  Bounds value(const Board& board, const Bounds& /*given*/) override {
    const Bounds b = solver_->value(board, Aim::outcome, unlimited);
    return {sign(b.lower), sign(b.upper)};
  }
  int best_move(const Board& board, int goal) override { return solver_->best_move(board, goal); }
  Sections saved(std::uint64_t most) const override { return {solver_->saved(most)}; }
  void restore(const Sections& sections) override {
    if (!sections.empty()) solver_->restore(sections[0]);
  }
  SearchStatus& status() override { return solver_->status(); }

 private:
  std::unique_ptr<Solver> solver_;
};

}  // namespace

std::unique_ptr<Prover> make_prover(const Game& g, std::uint64_t memory, int threads) {
  assert(threads >= 1);
  if (!g.rules.provable()) throw std::invalid_argument("no search proves games of these rules");
  if (g.rules.misere) return std::make_unique<SolverProver>(g, memory, threads);
  return with_shape<SmallShape, MediumShape, WordShape, NarrowShape, MiddleShape, WideShape, GreatShape, ClassShape,
                    LargestShape>(
      g, [&]<class Shape>(std::type_identity<Shape>) { return make_prover_of<Shape>(g, memory, threads); });
}

std::unique_ptr<LambdaOracle> make_lambda_oracle(const Game& g, std::uint64_t memory) {
  return make_prover(g, memory, 1);
}

}  // namespace kinrow
