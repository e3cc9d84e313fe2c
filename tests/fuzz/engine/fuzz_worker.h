// Runs inputs in a process of their own, so that one that crashes, hangs or eats the memory is told
// like any other failure and the next one is tried.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace lanescope {

/// How an input failed.
struct FuzzFailure {
  std::string kind;  // one line, the same for failures alike
  std::string said;  // what the process wrote to stderr
};

struct FuzzLimits {
  double seconds = 60;                // for one input
  std::uint64_t bytes = 4ULL << 30U;  // resident, of the process
};

/// Runs one input. nullopt: it ended well.
std::optional<FuzzFailure> run_alone(const std::string& input, const FuzzLimits& limits);

struct FuzzRun {
  std::uint64_t first_seed = 1;
  std::uint64_t runs = UINT64_MAX;  // of inputs, unless the time is up before
  double seconds = 0;               // 0: no limit
  FuzzLimits limits;
};

/// What was tried.
struct FuzzTally {
  std::uint64_t next_seed = 0;
  std::uint64_t failures = 0;
};

/// Tries one seed after the other; tells the failures as they come, until `failed` returns false.
FuzzTally run_seeds(const FuzzRun& run,
                    const std::function<bool(std::uint64_t seed, const FuzzFailure&)>& failed);

/// The input of a seed.
std::string input_of(std::uint64_t seed);

}  // namespace lanescope
