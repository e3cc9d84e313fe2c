// What a trace says about the capture trace that it was loaded with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/store/snapshot.h"

namespace lanescope {

struct CaptureTraceUse {
  std::string file;
  std::int64_t replays = 0;  // of CUDA graphs in the trace
  std::int64_t joined = 0;   // of them: captured in the file
};
/// From the metadata; nullopt if there was none.
std::optional<CaptureTraceUse> capture_trace_use(const Snapshot& trace);
/// "capture.json, 12 of 12 replays"
std::string to_text(const CaptureTraceUse& use);

}  // namespace lanescope
