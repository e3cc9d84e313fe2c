// How the replays of a trace were joined with a capture trace, in numbers and in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/store/snapshot.h"

namespace lanescope {

/// Of the replays that were joined, see CaptureTraceUse; the others are by position.
struct CaptureTraceJoins {
  std::int64_t by_node_id = 0;
  std::int64_t uncertain = 0;
};
/// From the metadata; zeros if there was no capture trace.
CaptureTraceJoins capture_trace_joins(const Snapshot& trace);

/// "capture.json, 12 of 12 replays, by node ID"; nullopt if there was no capture trace.
std::optional<std::string> capture_trace_text(const Snapshot& trace);

}  // namespace lanescope
