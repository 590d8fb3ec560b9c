// Engines for boards of up to 64 cells.
#include "solve/line_engine.hpp"

namespace kinrow {

template std::unique_ptr<Engine> make_line_engine<SmallShape>(const Game&, std::uint64_t, int);
template std::unique_ptr<Engine> make_line_engine<MediumShape>(const Game&, std::uint64_t, int);
template std::unique_ptr<Engine> make_line_engine<WordShape>(const Game&, std::uint64_t, int);

}  // namespace kinrow
