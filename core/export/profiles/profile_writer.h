// Writes the stacks of a trace's threads for viewers of profiles.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/export/profiles/profile_format.h"
#include "core/export/trace_writer.h"
#include "core/store/snapshot.h"

namespace lanescope {

class Redaction;

/// Of a thread, what is open at each time: samples if any thread has them, else the slices that
/// host threads recorded. GPU work is not included. Speedscope has each frame with its times,
/// relative to the start of the trace or of the range; the others have sums of ns by stack, pprof
/// for each thread, collapsed stacks for all together. Options for counters and arrows do not
/// apply. False if the sink stopped. Cost: a pass over these slices; for sums, memory for each
/// different stack.
bool write_profile(const Snapshot& trace, TraceFormat format, const TextSink& sink,
                   const TraceWriteOptions& options = {});

/// The same into a file, as write_trace_file does. Errors: also Unsupported if no thread has
/// anything in the range.
std::optional<Error> write_profile_file(const std::string& path, const Snapshot& trace,
                                        TraceFormat format, const TraceWriteOptions& options = {});

}  // namespace lanescope
