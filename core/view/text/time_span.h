// A range of time on a command line: "A:B", two points in time. The units are those of search
// expressions.
#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// With units ("412ms", "0.5 s"), both are relative to the trace's start; without, they are
/// nanoseconds as printed in JSON: absolute if the trace knows its base time.
struct TimeSpan {
  Ns begin_ns = 0, end_ns = 0;
  bool from_start = true;
};

/// "10ms:20ms", "1712195495519689047:1712195495529689047"; a 0 needs no unit. Errors: Invalid, in
/// one line that says what was expected.
Result<TimeSpan> parse_time_span(std::string_view text);

/// The span in the snapshot's times; it may extend beyond the trace. Errors: Unsupported if it is
/// entirely outside the trace; the message gives the trace's range.
Result<TimeRange> place_in_trace(const TimeSpan& span, const Snapshot& trace);

}  // namespace lanescope
