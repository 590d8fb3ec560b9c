// Solvers for boards of up to 128 cells.
#include "solve/line_solver.hpp"

namespace kinrow {

template std::unique_ptr<Solver> make_line_solver<NarrowShape>(const Game&, std::uint64_t, int);
template std::unique_ptr<Solver> make_line_solver<MiddleShape>(const Game&, std::uint64_t, int);

}  // namespace kinrow
