// Feeds random bytes to a fuzzer if libFuzzer is not available, and prints the seed that broke it:
//   fuzz_x [-max_total_time=SECONDS] [-runs=N] [-seed=N]
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Sanitizers abort when they find something, so that the seed is printed.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "abort_on_error=1"; }
extern "C" const char* __ubsan_default_options();
extern "C" const char* __ubsan_default_options() { return "abort_on_error=1"; }

namespace {

const char* program = "";
volatile std::uint64_t current_seed = 0;

void print_seed(int) {
  char text[256];
  const int length = std::snprintf(text, sizeof text, "\n%s: to see it again: %s -runs=1 -seed=%llu\n", program,
                                   program, static_cast<unsigned long long>(current_seed));
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text, static_cast<std::size_t>(length));
  std::_Exit(1);
}

// Short inputs are as likely as long ones: the length is drawn on a logarithmic scale, up to 512 bytes.
std::vector<std::uint8_t> input_of(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint8_t> input(random() % (std::uint64_t{1} << (1 + random() % 9)));
  std::ranges::generate(input, [&] { return static_cast<std::uint8_t>(random()); });
  return input;
}

}  // namespace

int main(int argc, char** argv) {
  program = argv[0];
  double seconds = 10;
  std::uint64_t runs = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t seed = std::random_device{}();
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const char* value = argv[i] + std::min(argument.find('=') + 1, argument.size());
    if (argument.starts_with("-max_total_time=")) seconds = std::strtod(value, nullptr);
    if (argument.starts_with("-runs=")) runs = std::strtoull(value, nullptr, 10);
    if (argument.starts_with("-seed=")) seed = std::strtoull(value, nullptr, 10);
  }
  std::signal(SIGABRT, print_seed);
  std::signal(SIGSEGV, print_seed);
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::uint64_t done = 0;
  for (; done < runs && Clock::now() < end; ++done, ++seed) {
    current_seed = seed;
    const std::vector<std::uint8_t> input = input_of(seed);
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  std::printf("%s: %llu inputs, no fault\n", program, static_cast<unsigned long long>(done));
  return 0;
}
