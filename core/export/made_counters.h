// Curves that a trace does not hold but tells, for who looks at it in another program: how many
// launches wait, and how fast memory is copied. Named as HolisticTraceAnalysis names them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/search/event_query.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct MadeCounter {
  StringId process = StringId::Empty;  // of the GPU's lanes
  std::string name;                    // "Queue Length", "Memcpy HtoD", "Memset"
  std::optional<std::int64_t> stream;  // of the queue, as the counter's id
  std::string series;                  // "Queue Length", "Memcpy BW" in GB/s
  struct Sample {
    Ns time_ns = 0;
    double value = 0;  // from then on
  };
  std::vector<Sample> samples;  // by time, each once
};

/// By device, then stream, then name. Of a range what the curves are in it, with where they stand
/// at its begin. A counter that the trace has by that name already is left as it is. Pure; complete
/// snapshots only. Cost: that of the analyses of launch queues and copies.
std::vector<MadeCounter> made_counters(const Snapshot& trace, const ReadEvent& read,
                                       const std::optional<TimeRange>& range);

}  // namespace lanescope
