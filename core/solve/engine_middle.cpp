// Engines for boards of up to 128 cells.
#include "solve/line_engine.hpp"

namespace kinrow {

template std::unique_ptr<Engine> make_line_engine<NarrowShape>(const Game&, std::uint64_t, int);
template std::unique_ptr<Engine> make_line_engine<MiddleShape>(const Game&, std::uint64_t, int);

}  // namespace kinrow
