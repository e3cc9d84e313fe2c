// Runs a fuzz target without a fuzzer: on the files and folders given, and on inputs of its own
// from a seed.
//
//   json_repair_fuzz crash-1234             replays inputs a fuzzer found
//   json_repair_fuzz --runs 20000 --seed 1  inputs of its own
//   json_repair_fuzz --write 100 FOLDER     leaves such inputs there, for a fuzzer to start from
//
// The preset `fuzz` builds the targets with libFuzzer and leaves this file out.
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
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

void run_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  run({std::istreambuf_iterator<char>(file), {}});
}

void run_files(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return run_file(path);
  for (const auto& entry : std::filesystem::directory_iterator(path)) run_file(entry.path());
}

void write_inputs(std::uint64_t count, const std::string& folder) {
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    std::mt19937_64 random(seed);
    std::ofstream(folder + "/seed-" + std::to_string(seed), std::ios::binary)
        << lanescope::fuzz_input(random);
  }
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> arguments(words + 1, words + count);
  std::uint64_t runs = 0;
  std::uint64_t seed = 1;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool has_value = i + 1 < arguments.size();
    if (arguments[i] == "--runs" && has_value) {
      runs = number(arguments[++i]);
    } else if (arguments[i] == "--seed" && has_value) {
      seed = number(arguments[++i]);
    } else if (arguments[i] == "--write" && i + 2 < arguments.size()) {
      write_inputs(number(arguments[i + 1]), arguments[i + 2]);
      i += 2;
    } else {
      run_files(arguments[i]);
    }
  }
  run_random(runs, seed);
  return 0;
}
