// Async ranges that are slices of a track, as this program writes them: an end is of the latest one
// that is open on the track.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/build/tracks/raw_events.h"
#include "core/readers/rows/row_sink.h"

namespace lanescope::perfetto {

class TrackSpans {
 public:
  explicit TrackSpans(RowSink& sink) : sink_(&sink) {}

  /// A begin, an end or an instant on the track `node`, in the order of the file. Of `event`, the
  /// id is not used, and of an end nothing but place, time and lane.
  void add(std::size_t node, RawAsync event);

 private:
  /// What its end is told from.
  struct OpenSpan {
    std::uint64_t id = 0;
    std::uint16_t category = 0;
  };

  RowSink* sink_;
  std::unordered_map<std::size_t, std::vector<OpenSpan>> open_;  // by track
  std::uint64_t ids_ = 0;
};

}  // namespace lanescope::perfetto
