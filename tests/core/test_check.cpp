// The checks themselves can fail.
#include <stdexcept>

#include "check.hpp"

TEST(check_throws_sees_an_exception) { CHECK_THROWS(throw std::runtime_error("thrown")); }
