// Solvers for boards of up to 484 cells.
#include "solve/line_solver.hpp"

namespace kinrow {

template std::unique_ptr<Solver> make_line_solver<LargeShape>(const Game&, std::uint64_t, int);
template std::unique_ptr<Solver> make_line_solver<LargestShape>(const Game&, std::uint64_t, int);

}  // namespace kinrow
