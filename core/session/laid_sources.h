// What the two files of a laid trace say of themselves, which the file written of them does not.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/session/laid_profile.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct LaidSources {
  TraceInfo trace;
  LoadReport trace_report, profile_report;
};

struct LaidWriting {
  LoadProgress* progress = nullptr;  // of each file that is read, then of the one that is written
  bool own_times = false;            // the times of the trace stay what they are in its own file
};

/// Like the other write_with_profile(), and sets `sources` if there is no error. Additional error:
/// Cancelled.
std::optional<Error> write_with_profile(const std::string& path, const std::string& trace,
                                        const LaidProfile& profile, LaidSources& sources,
                                        const LaidWriting& writing = {});

/// Before the next file is read or written: readers add to what is counted. May be null.
void begin_stage(LoadProgress* progress);

/// Gives the trace that was written the name, format and size of the trace that the user named, and
/// what loading both files reported. Offsets of issues are those in their own file.
void name_sources(const LaidSources& sources, Snapshot& laid);

}  // namespace lanescope
