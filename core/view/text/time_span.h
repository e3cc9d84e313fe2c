// A stretch of time as people name it on a command line: "A:B", two points in time. The units are
// those of search expressions, so that one rule holds everywhere.
#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// With units ("412ms", "0.5 s") both are counted from the trace's start, without they are
/// nanoseconds as the text face prints them in JSON: absolute where the trace knows its base.
struct TimeSpan {
  Ns begin_ns = 0, end_ns = 0;
  bool from_start = true;
};

/// "10ms:20ms", "1712195495519689047:1712195495529689047"; a 0 needs no unit. Errors: Invalid, a
/// line that says what is expected.
Result<TimeSpan> parse_time_span(std::string_view text);

/// The span in the times of the snapshot; it may reach past the trace's ends. Errors: Unsupported
/// when all of it lies outside the trace; the message names where that runs.
Result<TimeRange> place_in_trace(const TimeSpan& span, const Snapshot& trace);

}  // namespace lanescope
