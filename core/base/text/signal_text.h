// Signals as shells write them.
#pragma once

#include <string>

namespace lanescope {

/// "signal 9 (SIGKILL)"; without a name where the signal has none. The C library has such a table
/// since glibc 2.32 only.
std::string signal_text(int signal);

}  // namespace lanescope
