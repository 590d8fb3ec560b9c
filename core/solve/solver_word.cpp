// Solvers for boards of up to 64 cells.
#include "solve/line_solver.hpp"

namespace kinrow {

template std::unique_ptr<Solver> make_line_solver<SmallShape>(const Game&, std::uint64_t, int);
template std::unique_ptr<Solver> make_line_solver<MediumShape>(const Game&, std::uint64_t, int);
template std::unique_ptr<Solver> make_line_solver<WordShape>(const Game&, std::uint64_t, int);

}  // namespace kinrow
