// The exact value of a time in a trace, computed without the loader's code; exact_time_bench
// compares the loader with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::bench {

/// Converts microseconds, a JSON number (or a number in quotes), to nanoseconds; fractions are
/// rounded half away from zero. nullopt if it is not a number or does not fit.
std::optional<std::int64_t> exact_ns(std::string_view microseconds);

/// The value of the first member `key` of the object in `event`, verbatim (strings with their
/// quotes); empty if there is none.
std::string_view member_of(std::string_view event, std::string_view key);

}  // namespace lanescope::bench
