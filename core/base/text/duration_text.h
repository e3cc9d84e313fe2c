// How long something is to take, as people write it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope {

/// Seconds, or a number with "ms", "s", "min", "m" or "h" behind it: "0.5", "2 min"; above 0 and at
/// most 366 days. Nothing else.
[[nodiscard]] std::optional<std::int64_t> parse_duration_ns(std::string text);

}  // namespace lanescope
