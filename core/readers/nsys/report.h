// Reports of Nsight Systems (.nsys-rep, .qdrep), whose content NVIDIA does not document: nsys
// itself exports them to a database, which is kept and used again.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/threads/load_progress.h"

namespace lanescope {

/// What to do with a report where there is no nsys: "an Nsight Systems report: …".
inline constexpr std::string_view kNsysReportAdvice =
    "an Nsight Systems report: put nsys on PATH and open it again, or export it with "
    "nsys export --type sqlite and open the .sqlite file";

/// What all reports begin with.
inline constexpr std::string_view kNsysReportMagic = "NVIDIA Tegra Profiler Report ";

/// Whether the file is a report and there is an nsys on PATH to export it. Reads its beginning; a
/// pipe is not read.
bool can_export_nsys_report(const std::string& path);

/// The path of the report's export in the user's cache, made now unless the report is the same as
/// when it was made. Meanwhile the phase of `progress` (may be null) is Exporting. Errors:
/// Unreadable, Cancelled, Unsupported with nsys's own reason. Any thread; one export at a time.
Result<std::string> export_nsys_report(const std::string& path, LoadProgress* progress);

}  // namespace lanescope
