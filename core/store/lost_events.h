// Events of a file that no figure can contain, beside those whose times cannot be right.
#pragma once

#include <cstdint>
#include <string>

#include "core/store/load_report.h"

namespace lanescope {

struct LostEvents {
  std::uint64_t unusable = 0;  // events of the file
  std::uint64_t missing = 0;   // records that a recording had no room or time for
  /// "12 events could not be used: 10 broken_event, 2 unusable_time", of a recording also "7
  /// records are missing: …", with the kinds of the load report. Empty when there are none.
  std::string text;
};

/// Where the file was cut off is said elsewhere, and the event it was cut in with it.
LostEvents lost_events(const LoadReport& report);

}  // namespace lanescope
