#include "core/base/local_time.h"

#include <fmt/chrono.h>

namespace lanescope {

std::optional<std::tm> local_time(std::int64_t seconds) {
  try {
    return fmt::localtime(static_cast<std::time_t>(seconds));
  } catch (const fmt::format_error&) {
    return std::nullopt;
  }
}

}  // namespace lanescope
