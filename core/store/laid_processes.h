// The processes of profiles that were laid beside a trace. Where the trace has their numbers, they
// have others, so that their lanes are their own: a top-level member of the trace says which.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/text/json_value.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Names each such process, and gives its number in the profile, or null if that has none.
inline constexpr std::string_view kLaidProcessesMember = "lanescopeProfileProcesses";

/// The members of such an object that can be used: numbers only. Empty if there are none.
JsonObject laid_processes(const TraceInfo& info);

/// The number in the profile of a process of the trace, "" if that has none; nullopt if the process
/// is of no profile.
std::optional<std::string> laid_as(const JsonObject& laid, std::string_view pid);

}  // namespace lanescope
