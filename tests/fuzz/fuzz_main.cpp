// Runs a fuzz target without a fuzzer: on the files given, else on inputs of its own from a seed.
//
//   json_repair_fuzz crash-1234             replays inputs a fuzzer found
//   json_repair_fuzz --runs 20000 --seed 1  the short run of ctest
//
// For a real fuzzer compile the target and the core by clang with -fsanitize=fuzzer,address and
// leave this file out.
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz_target.h"

namespace {

void run(const std::string& input) {
  (void)LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

std::uint64_t number(const std::string& text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Each input has a seed of its own, which is told when it is the last one: `--runs 1 --seed N`
/// repeats it alone.
std::uint64_t current_seed = 0;

void tell_seed(int signal) {
  std::fprintf(stderr, "seed %llu\n", static_cast<unsigned long long>(current_seed));
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void run_random(std::uint64_t runs, std::uint64_t seed) {
  std::signal(SIGABRT, tell_seed);
  for (current_seed = seed; current_seed < seed + runs; ++current_seed) {
    std::mt19937_64 random(current_seed);
    run(lanescope::fuzz_input(random));
  }
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> arguments(words + 1, words + count);
  std::uint64_t runs = 1000;
  std::uint64_t seed = 1;
  bool replayed = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool has_value = i + 1 < arguments.size();
    if (arguments[i] == "--runs" && has_value) {
      runs = number(arguments[++i]);
    } else if (arguments[i] == "--seed" && has_value) {
      seed = number(arguments[++i]);
    } else {
      std::ifstream file(arguments[i], std::ios::binary);
      run({std::istreambuf_iterator<char>(file), {}});
      replayed = true;
    }
  }
  if (!replayed) run_random(runs, seed);
  return 0;
}
