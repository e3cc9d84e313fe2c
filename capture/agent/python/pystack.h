// The Python stack of the thread that calls, without the GIL: a thread that is inside a call into C
// can not change its own frames meanwhile, and other threads' are never looked at. python_stack()
// of agent.h is defined here: it takes no lock, allocates nothing but once for each channel, and
// turns stacks off for the process when something does not look like CPython.
#pragma once

#include <cstdint>

#include "capture/agent/agent.h"

namespace lanescope::agent {

/// Looks for CPython in this process and turns stacks on. Null when they are on, else why they are
/// not, for people. May be called again, from any thread: a Python that was not there may have
/// come.
const char* start_python_stacks();

/// Hexadecimal without the patch level, 0x030B; 0: stacks are off.
std::uint16_t python_version();

}  // namespace lanescope::agent
