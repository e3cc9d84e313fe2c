// Writes a trace as Perfetto's protobuf (.pftrace), which ui.perfetto.dev, trace_processor and this
// program read.
#pragma once

#include <optional>
#include <string>

#include "core/analysis/search/event_query.h"
#include "core/base/result.h"
#include "core/export/trace_writer.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Times are exact, in ns. Threads, streams and counters become tracks of their processes, and
/// slices that overlap without nesting tracks beside; arrows and arguments are those of
/// write_trace(). Options: all but `whole_microseconds`. False if the sink stopped. Cost: that of
/// reading every event, track by track.
bool write_perfetto(const Snapshot& trace, const ReadEvent& read, const TextSink& sink,
                    const TraceWriteOptions& options = {});

/// The same into a file, as write_trace_file does.
std::optional<Error> write_perfetto_file(const std::string& path, const Snapshot& trace,
                                         const ReadEvent& read,
                                         const TraceWriteOptions& options = {});

}  // namespace lanescope
