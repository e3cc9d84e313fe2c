// The two kinds of lines of `perf script`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.h"

namespace lanescope {

/// "python 12/34 [003] 56.789012:   10101010 cycles:u: ": the command, process and thread, CPU,
/// seconds, the period and the event.
struct PerfHeader {
  std::string_view command;
  std::int64_t process = 0;  // 0: not printed
  std::int64_t thread = 0;
  std::int64_t cpu = -1;  // -1: not printed
  Ns time_ns = 0;
  std::int64_t period = 0;  // 0: not printed
  std::string_view event;   // may be empty
  std::string_view rest;    // after the event: a frame, if perf recorded no stacks
};
/// nullopt for other lines, and if no thread or no time is printed.
std::optional<PerfHeader> parse_perf_header(std::string_view line);

/// Whether the event's period is a time in ns: cpu-clock, task-clock.
bool is_clock_event(std::string_view event);

/// "7f1234567890 malloc+0x10 (/usr/lib/libc.so.6)" as "malloc"; without a symbol "[libc.so.6]",
/// without a file too the address.
/// nullopt if the line does not begin with an address.
std::optional<std::string> parse_perf_frame(std::string_view line);

}  // namespace lanescope
