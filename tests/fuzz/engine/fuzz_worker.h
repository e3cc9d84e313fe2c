// Runs inputs in a separate process, so that one that crashes, hangs or uses up the memory is
// reported like any other failure and the next one is tried.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace lanescope {

/// How an input failed.
struct FuzzFailure {
  std::string kind;  // one line, the same for similar failures
  std::string said;  // what the process wrote to stderr
};

struct FuzzLimits {
  double seconds = 60;                // per input
  std::uint64_t bytes = 4ULL << 30U;  // resident, of the process
};

/// Runs one input. nullopt: it passed.
std::optional<FuzzFailure> run_alone(const std::string& input, const FuzzLimits& limits);

struct FuzzRun {
  std::uint64_t first_seed = 1;
  std::uint64_t runs = UINT64_MAX;  // number of inputs, unless time runs out first
  double seconds = 0;               // 0: no limit
  FuzzLimits limits;
};

/// A summary of what was tried.
struct FuzzTally {
  std::uint64_t next_seed = 0;
  std::uint64_t failures = 0;
};

/// Tries one seed after another and reports failures as they occur, until `failed` returns false.
FuzzTally run_seeds(const FuzzRun& run,
                    const std::function<bool(std::uint64_t seed, const FuzzFailure&)>& failed);

/// The input of a seed.
std::string input_of(std::uint64_t seed);

}  // namespace lanescope
