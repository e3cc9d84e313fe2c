// What the analyses of several ranks are given of each.
#pragma once

#include <cstdint>

#include "core/analysis/events/window.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The trace of one rank. The snapshot is settled and outlives what is given it.
struct RankTrace {
  std::int64_t rank = 0;  // see identify_ranks
  const Snapshot* snapshot = nullptr;
  ReadEvent read;
  AnalysisWindow window;  // on the trace's own clock
};

}  // namespace lanescope
