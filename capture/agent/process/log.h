// Lines for whoever asked for them with LANESCOPE_LOG; without it the agent says nothing anywhere.
#pragma once

namespace lanescope::agent {

/// Looks at the variable, on a thread of the program: another one of its threads that changes the
/// environment does not expect to be looked at by ours.
void begin_log();

/// Any thread; does not allocate.
[[gnu::format(printf, 1, 2)]] void log(const char* format, ...);

}  // namespace lanescope::agent
