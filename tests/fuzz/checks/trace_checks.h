// Runs one trace through all verbs, and checks what must hold between them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct TraceCheckOptions {
  std::vector<std::string> checks;    // of "report", "events", "compare", "convert"
  std::vector<std::string> report;    // arguments after `report FILE`: --window hta …
  std::vector<std::string> variants;  // to compare with the report, see trace_variants.h
  std::vector<std::string> tabs;      // to draw; empty: no picture
  std::string picture = "out.svg";    // output of the picture; may be a .png
  bool counts_events = true;          // an independent count of events works for this file
};

/// The file is in the work folder. `info` is always run. Anything that does not hold is a broken
/// promise.
void check_trace(const std::string& file, const TraceCheckOptions& options);

}  // namespace lanescope
