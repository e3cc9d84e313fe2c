// Runs a program and says what it cost. Peak memory and page faults are those of the child alone.
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

  /// What it printed as "name, tab, number" lines.
  [[nodiscard]] std::map<std::string, double> numbers() const;
};

enum class Output { Keep, Drop };

/// Runs `arguments` (the first is the program, searched in PATH) to its end. nullopt when it can
/// not be started or does not exit with 0.
std::optional<ChildRun> run_child(const std::vector<std::string>& arguments,
                                  Output output = Output::Keep);

/// The path of a program that was built beside this one.
std::string sibling_program(const std::string& name);

}  // namespace lanescope::bench
