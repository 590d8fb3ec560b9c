#include "prove/provers.hpp"

namespace kinrow {
namespace {

class EngineProver : public Prover {
 public:
  EngineProver(const Game& g, std::uint64_t memory, int threads) : engine_(make_engine(g, memory, threads)) {}

  Bounds value(const Board& board) override {
    const Bounds b = engine_->value(board, Aim::outcome, ~std::uint64_t{0});
    return {sign(b.lower), sign(b.upper)};
  }
  int keeper(const Board& board, int goal) override { return engine_->keeper(board, goal); }
  std::vector<SavedEntry> saved() const override { return engine_->saved(); }
  void restore(const std::vector<SavedEntry>& entries) override { engine_->restore(entries); }
  Shared& shared() override { return engine_->shared(); }

 private:
  std::unique_ptr<Engine> engine_;
};

}  // namespace

std::unique_ptr<Prover> make_prover(const Game& g, std::uint64_t memory, int threads) {
  if (g.rules.misere) return std::make_unique<EngineProver>(g, memory, threads);
  if (fits<SmallShape>(g)) return make_prover_of<SmallShape>(g, memory, threads);
  if (fits<MediumShape>(g)) return make_prover_of<MediumShape>(g, memory, threads);
  if (fits<WordShape>(g)) return make_prover_of<WordShape>(g, memory, threads);
  if (fits<NarrowShape>(g)) return make_prover_of<NarrowShape>(g, memory, threads);
  if (fits<MiddleShape>(g)) return make_prover_of<MiddleShape>(g, memory, threads);
  if (fits<WideShape>(g)) return make_prover_of<WideShape>(g, memory, threads);
  if (fits<LargeShape>(g)) return make_prover_of<LargeShape>(g, memory, threads);
  return make_prover_of<LargestShape>(g, memory, threads);
}

}  // namespace kinrow
