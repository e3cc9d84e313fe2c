// What a counter's series is called beside the counter's name.
#pragma once

#include <string_view>

#include "core/store/snapshot.h"

namespace lanescope {

/// Empty if the series has no name of its own: in Trace Event Format each needs one, and those
/// without are written as "value".
inline std::string_view shown_series(const Snapshot& snapshot, const CounterTrack& counter) {
  const std::string_view series = snapshot.text(counter.series);
  return series == "value" ? std::string_view() : series;
}

}  // namespace lanescope
