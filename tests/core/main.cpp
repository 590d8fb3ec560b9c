// Runs the tests whose names contain the first argument, or all tests if there is none; status 1 if any fails.
#include <chrono>
#include <cstdio>
#include <exception>

#include "check.hpp"

int main(int argc, char** argv) {
  const std::string_view wanted = argc > 1 ? argv[1] : "";
  const auto start = std::chrono::steady_clock::now();
  long run = 0;
  long failed = 0;
  for (const auto& [name, body] : check::tests()) {
    if (name.find(wanted) == std::string_view::npos) continue;
    const long before = check::failures();
    try {
      body();
    } catch (const std::exception& error) {
      check::that(false, error.what());
    }
    ++run;
    if (check::failures() != before) {
      ++failed;
      std::fprintf(stderr, "FAILED %s\n", std::string(name).c_str());
    }
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::printf("core: %ld tests, %ld failed, %.2f s\n", run, failed, took.count());
  return failed == 0 && run > 0 ? 0 : 1;
}
