// One trace through all verbs, and what must hold between them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct TraceCheckOptions {
  std::vector<std::string> checks;    // of "report", "events", "compare", "convert"
  std::vector<std::string> report;    // words behind `report FILE`: --window hta …
  std::vector<std::string> variants;  // to be held against the report, see trace_variants.h
  std::vector<std::string> tabs;      // to be drawn; empty: no picture
  std::string picture = "out.svg";    // what is drawn, a .png too
  bool counts_events = true;          // a second count knows what an event of this file is
};

/// The file lies in the work folder. `info` is always asked. Everything that does not hold is a
/// broken promise.
void check_trace(const std::string& file, const TraceCheckOptions& options);

}  // namespace lanescope
