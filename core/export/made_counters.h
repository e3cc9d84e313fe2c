// Counters that are not in the trace but can be computed from it, for viewing in other programs:
// how many launches are queued, and how fast memory is copied. Named as in HolisticTraceAnalysis.
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
  StringId process = StringId::Empty;  // of the GPU's tracks
  std::string name;                    // "Queue Length", "Memcpy HtoD", "Memset"
  std::optional<std::int64_t> stream;  // for a queue; written as the counter's id
  std::string series;                  // "Queue Length", "Memcpy BW" in GB/s
  struct Sample {
    Ns time_ns = 0;
    double value = 0;  // until the next sample
  };
  std::vector<Sample> samples;  // sorted by time, without duplicates
};

/// The queue of each stream, then the copies by device and name. With a range, only the part of
/// each curve within it, starting with its value at the beginning of the range. None is made if the
/// process already has a counter series of that name. Pure; complete snapshots only. Cost: that of
/// the analyses of launch queues and copies.
std::vector<MadeCounter> made_counters(const Snapshot& trace, const ReadEvent& read,
                                       const std::optional<TimeRange>& range);

}  // namespace lanescope
