// How points in time, ranges, counts and shares are formatted on the screen. Durations and sizes
// are in core/base/time.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/time.h"

namespace lanescope {

/// A point in time, relative to the trace's start, with as many decimals as `resolution_ns` needs
/// and in the unit that suits `largest_ns` (0: the time itself): "412 ms", "564.318 402 ms",
/// "1.25 s", "-3 µs".
std::string format_time_point(Ns time_ns, Ns resolution_ns, Ns largest_ns = 0);

/// The time under the mouse, exact to the nanosecond: "564.318 402 ms".
std::string format_exact_time(Ns time_ns);

/// A range in one unit: "412–612 ms", "1.204–1.209 s"; three digits finer than its length.
std::string format_range(TimeRange range, Ns origin_ns);

/// "1,204".
std::string count_text(std::uint64_t count);
/// "1 event", "1,204 events"; `more` if the plural is not `one` with an s: "2 copies".
std::string counted(std::uint64_t count, std::string_view one, std::string_view more = {});

/// A share (0 … 1) as a percentage: "96 %", "0.4 %", "100 %"; "100 %" and "0 %" only if exact.
std::string format_share(double share);

}  // namespace lanescope
