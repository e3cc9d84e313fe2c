// The log requested with LANESCOPE_LOG; without that variable the agent prints nothing.
#pragma once

namespace lanescope::agent {

/// Reads the variable. Called on a thread of the program, because another of its threads that
/// changes the environment does not expect ours to read it.
void begin_log();

/// Any thread; does not allocate.
[[gnu::format(printf, 1, 2)]] void log(const char* format, ...);

}  // namespace lanescope::agent
