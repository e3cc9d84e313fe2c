// The two output formats of `info`.
#pragma once

#include <optional>
#include <string>

#include "app/cli/output/json_output.h"
#include "core/session/session.h"

namespace lanescope {

Json info_json(const Snapshot& trace, double load_seconds);
std::string info_text(const Snapshot& trace, double load_seconds);

/// The span of the X events; in files without any, of the slices paired from B and E or b and e.
std::optional<TimeRange> slice_span(const Snapshot& trace);

/// "cpu_thread", "gpu_stream", "annotation", "other".
std::string lane_kind_name(TrackKind kind);

}  // namespace lanescope
