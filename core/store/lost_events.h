// Events of a file that are missing from all figures, except those with implausible times.
#pragma once

#include <cstdint>
#include <string>

#include "core/store/load_report.h"

namespace lanescope {

struct LostEvents {
  std::uint64_t unusable = 0;  // events of the file
  std::uint64_t missing = 0;   // records that a recording had no space or time for
  /// "12 events could not be used: 10 broken_event, 2 unusable_time"; for a recording also "7
  /// records are missing: …", with the kinds of the load report, and before them "3 chunks of the
  /// recording are lost", whose events nobody counted. Empty if there are none.
  std::string text;
};

/// The cut at the end of a truncated file, and the event that it cut off, are reported elsewhere.
LostEvents lost_events(const LoadReport& report);

}  // namespace lanescope
