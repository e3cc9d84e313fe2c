// The Python stack of the calling thread, read without the GIL: a thread inside a C call cannot
// change its own frames meanwhile, and frames of other threads are never read. Defines
// python_stack() of agent.h, which takes no lock, allocates only once per channel, and turns stacks
// off for the process if something does not look like CPython.
#pragma once

#include <cstdint>

#include "capture/agent/agent.h"

namespace lanescope::agent {

/// Looks for CPython in this process and turns stacks on. Returns null if they are on, else the
/// reason, for users. May be called again, from any thread: Python may have been loaded since.
const char* start_python_stacks();

/// Hexadecimal without the patch level, such as 0x030B; 0: stacks are off.
std::uint16_t python_version();

}  // namespace lanescope::agent
