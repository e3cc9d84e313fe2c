// Lays a profile that another tool took beside a trace of the same run: its threads become further
// lanes on the trace's time axis. Most profiles do not know when they were taken, so the user says.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/base/time.h"

namespace lanescope {

struct LaidProfile {
  std::string file;  // a profile, or a recording with samples only
  Ns offset_ns = 0;  // from the trace's start to the profile's first sample; may be negative
};

/// Writes both as one trace, compressed if `path` ends in .gz. Nothing of the two files is changed.
/// Errors: of load_trace and replace_file; Unsupported if the second file has GPU work, or is a
/// recording with more than samples, which makes it a trace of its own, or if it has no samples.
/// The message begins with the file that it is about, except for `path`. Cost: reads both, and
/// every event of them.
std::optional<Error> write_with_profile(const std::string& path, const std::string& trace,
                                        const LaidProfile& profile);

}  // namespace lanescope
