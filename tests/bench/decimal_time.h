// The exact value of a time as it is written in a trace, found without the loader's own code: what
// exact_time_bench holds the loader against.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::bench {

/// Nanoseconds of a JSON number (or a number in quotes) of microseconds; parts of a nanosecond are
/// rounded half away from zero. nullopt when it is no number or does not fit.
std::optional<std::int64_t> exact_ns(std::string_view microseconds);

/// The value of the first member `key` of the object that `event` holds, as it is written (strings
/// with their quotes); empty when there is none.
std::string_view member_of(std::string_view event, std::string_view key);

}  // namespace lanescope::bench
