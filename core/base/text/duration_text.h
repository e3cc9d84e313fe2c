// Durations as the user types them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope {

/// Seconds, or a number followed by "ms", "s", "min", "m" or "h": "0.5", "2 min"; above 0 and at
/// most 366 days. nullopt for anything else.
[[nodiscard]] std::optional<std::int64_t> parse_duration_ns(std::string text);

}  // namespace lanescope
