// Loads a file as a snapshot: recognize, read, build, publish.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/json/event_texts.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct LoadOptions {
  unsigned threads = 0;         // 0: all hardware threads
  std::size_t slice_bytes = 0;  // text that a worker parses at once; 0: ByteSource::piece_bytes()
  LoadProgress* progress = nullptr;
  /// Called on the loading thread with provisional snapshots (complete == false) during the load.
  /// If empty, none are made.
  std::function<void(std::shared_ptr<const Snapshot>)> preview;
  /// What operators were called with, see execution_trace/beside.h; empty: one next to the trace,
  /// if there is one.
  std::string execution_trace = {};
  /// A trace of the phase in which CUDA graphs were captured. Whoever opens the trace joins them,
  /// see core/session/capture_trace.h; empty: one next to the trace, if there is one.
  std::string capture_trace = {};
  /// It may have captured none of the graphs, as if it is given for each of two runs.
  bool capture_trace_may_not_fit = false;
};

struct LoadedTrace {
  std::shared_ptr<const Snapshot> snapshot;  // complete
  std::shared_ptr<const EventTexts> texts;   // details of single events
};

/// Loads a trace. Errors: NotFound, Unreadable, WrongFormat (the message says what the file is
/// instead), Unsupported (a recording of another major version, a file too large to convert),
/// Cancelled (while reading a pipe or exporting a report); those of export_nsys_report and
/// with_execution_trace. A damaged trace is not an
/// error: what could be read is loaded, and the load report lists the rest. After cancellation,
/// what was read so far is returned.
Result<LoadedTrace> load_trace(const std::string& path, const LoadOptions& options = {});

/// The same from a source, such as memory in tests.
Result<LoadedTrace> load_trace(std::shared_ptr<ByteSource> source, const std::string& name,
                               const LoadOptions& options = {});

// What the beginning of a file says about its trace, without loading it.

struct TraceHead {
  std::optional<std::int64_t> rank;  // from distributedInfo, if it precedes the events
};

/// Errors: those of load_trace for a file that is not a trace. The rest of the file may still be
/// malformed. Cost: the bytes before the first event; for JSON without a list of events all of it,
/// at most 256 MiB.
Result<TraceHead> read_trace_head(const std::string& path);

}  // namespace lanescope
