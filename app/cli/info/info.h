// The two output formats of `info`.
#pragma once

#include <string>

#include "app/cli/output/json_output.h"
#include "core/session/session.h"

namespace lanescope {

Json info_json(const Snapshot& trace, double load_seconds);
std::string info_text(const Snapshot& trace, double load_seconds);

/// "cpu_thread", "gpu_stream", "annotation", "other".
std::string lane_kind_name(TrackKind kind);

}  // namespace lanescope
