// Tells Perfetto traces from other files.
#pragma once

#include <string_view>

namespace lanescope::perfetto {

/// A sequence of packets, each field 1 with a length, of which the first decode as TracePacket.
bool is_trace(std::string_view head);

}  // namespace lanescope::perfetto
