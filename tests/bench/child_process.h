// Runs a program and measures its cost. Peak memory and page faults are those of the child alone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::bench {

struct ChildRun {
  double seconds = 0;  // from the start of the process to its end
  double user_seconds = 0;
  double system_seconds = 0;
  std::uint64_t peak_bytes = 0;  // resident
  std::uint64_t page_faults = 0;
  std::string output;  // of stdout

  /// The numbers it printed as lines of "name, tab, number".
  [[nodiscard]] std::map<std::string, double> numbers() const;
};

enum class Output { Keep, Drop };

/// Runs `arguments` (the first is the program, looked up in PATH) to completion. nullopt if it
/// cannot be started or does not exit with 0.
std::optional<ChildRun> run_child(const std::vector<std::string>& arguments,
                                  Output output = Output::Keep);

/// The path of a program that was built next to this one.
std::string sibling_program(const std::string& name);

}  // namespace lanescope::bench
