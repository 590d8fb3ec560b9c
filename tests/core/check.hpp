// The macros of the C++ tests: TEST(name) { CHECK(a == b); CHECK_THROWS(f()); }.
#pragma once

#include <cstdio>
#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace check {

struct Test {
  std::string_view name;
  void (*body)();
};

inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

inline long& failures() {
  static long count = 0;
  return count;
}

struct Register {
  Register(std::string_view name, void (*body)()) { tests().push_back({name, body}); }
};

// A failed check is reported and counted; the test continues, so that one run shows every failure.
inline void that(bool holds, const char* text, std::source_location at = std::source_location::current()) {
  if (holds) return;
  ++failures();
  std::fprintf(stderr, "%s:%u: failed: %s\n", at.file_name(), at.line(), text);
}

}  // namespace check

#define TEST(name)                                                    \
  static void test_##name();                                          \
  static const check::Register registered_##name{#name, test_##name}; \
  static void test_##name()

#define CHECK(...) check::that(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__)

#define CHECK_THROWS(...)                         \
  do {                                            \
    bool thrown = false;                          \
    try {                                         \
      static_cast<void>(__VA_ARGS__);             \
    } catch (const std::exception&) {             \
      thrown = true;                              \
    }                                             \
    check::that(thrown, "throws: " #__VA_ARGS__); \
  } while (false)
