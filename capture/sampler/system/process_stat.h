// What /proc tells about a process or a thread in one line, and in its environment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

struct ProcessStat {
  std::string name;
  char state = '?';  // as in ps: R, S, D, T, t, Z, X …
  std::int64_t parent = 0;
  std::uint64_t minor_faults = 0, major_faults = 0;
  std::uint64_t threads = 0;
  std::uint64_t start_ticks = 0;  // since boot; distinguishes it from a later process with its PID
  std::uint64_t stack_start = 0;  // where its stack begins, another after each exec; 0: not told
};

/// The text of a stat file: "PID (NAME) STATE PPID …", where the name may contain spaces and
/// parentheses. nullopt if it is cut before the start time. Cost: well under a microsecond.
std::optional<ProcessStat> parse_stat(std::string_view text);

/// Whether `environment`, the bytes of an environ file, has `variable` ("NAME=VALUE").
bool has_variable(std::string_view environment, std::string_view variable);

/// The value of a variable; empty if there is none.
std::string_view value_of_variable(std::string_view environment, std::string_view name);

}  // namespace lanescope
