// What the panes of summaries ask of the window.
#pragma once

#include <optional>
#include <string>

#include "core/base/time.h"

namespace lanescope {

/// Requests that the window open the trace that a summary was made from; of a run in a history, the
/// summary if that trace is gone.
struct OpenSummarized {
  std::string rank;                // "rank 12"; in a history "run 83"
  std::string file;                // of the trace, as the summary has it; may be gone
  std::string summary_file;        // the trace may lie beside it
  std::optional<TimeRange> range;  // what to show of it, on its own clock
};

}  // namespace lanescope
