// Engines for boards of up to 400 cells.
#include "solve/line_engine.hpp"

namespace kinrow {

template std::unique_ptr<Engine> make_line_engine<LargeShape>(const Game&, std::uint64_t, int);
template std::unique_ptr<Engine> make_line_engine<LargestShape>(const Game&, std::uint64_t, int);

}  // namespace kinrow
