// A profile by another tool, of the thread "loader": start() for 1 ms and main() for 2 ms, of which
// the last in tokenize().
#pragma once

#include <optional>
#include <string_view>

#include "core/store/snapshot.h"

namespace lanescope {

inline constexpr std::string_view kSmallProfile = R"({
  "$schema": "https://www.speedscope.app/file-format-schema.json", "exporter": "py-spy",
  "shared": {"frames": [{"name": "start"}, {"name": "main"}, {"name": "tokenize"}]},
  "profiles": [{"type": "sampled", "name": "loader", "unit": "milliseconds", "startValue": 0,
                "endValue": 3, "samples": [[0], [1], [1, 2]], "weights": [1, 1, 1]}]})";

/// When the first lane of samples begins; nullopt if there is none.
inline std::optional<Ns> profile_begin_ns(const Snapshot& trace) {
  for (const Track& track : trace.tracks) {
    if (track.kind != TrackKind::ThreadSamples || track.slices == 0) continue;
    const auto& chunk = *track.chunks.front();
    return chunk.start_ns[chunk.in_time_order(0)];
  }
  return std::nullopt;
}

}  // namespace lanescope
