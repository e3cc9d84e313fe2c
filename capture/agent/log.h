// Lines for whoever asked for them with LANESCOPE_LOG; without it the agent says nothing anywhere.
#pragma once

namespace lanescope::agent {

/// Any thread; does not allocate.
[[gnu::format(printf, 1, 2)]] void log(const char* format, ...);

}  // namespace lanescope::agent
