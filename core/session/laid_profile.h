// Lays a profile that another tool took beside a trace of the same run: its threads become further
// lanes on the trace's time axis, in processes of their own. Most profiles do not know when they
// were taken, so the user says.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/time.h"

namespace lanescope {

struct LaidProfile {
  std::string file;
  Ns offset_ns = 0;  // from the trace's start to the profile's first sample; may be negative

  friend bool operator==(const LaidProfile&, const LaidProfile&) = default;
};

/// Writes both as one trace, compressed if `path` ends in .gz. Nothing of the two files is changed.
/// Errors: of load_trace and replace_file; Unsupported if the second file has GPU work or
/// operators, or is a recording, which makes it a trace of its own, or if it has no samples. The
/// message begins with the file that it is about, except for `path`. Cost: reads both, and every
/// event of them.
std::optional<Error> write_with_profile(const std::string& path, const std::string& trace,
                                        const LaidProfile& profile);

/// Whether the file is a profile judging by how it begins; false also for one that cannot be read.
/// Cost: reads up to 64 KiB.
bool is_profile_file(const std::string& path);
/// The same of a trace that was loaded, by its TraceInfo::format.
bool is_profile_format(std::string_view format);

}  // namespace lanescope
