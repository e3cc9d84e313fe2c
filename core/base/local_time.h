// The time of day where the user is.
#pragma once

#include <cstdint>
#include <ctime>
#include <optional>

namespace lanescope {

/// Of seconds since 1970; nullopt for a time that the C library cannot express. Any thread.
std::optional<std::tm> local_time(std::int64_t seconds);

}  // namespace lanescope
