// Writes a trace as torch.profiler would: Kineto's JSON, which Perfetto, chrome://tracing and this
// program read.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/search/event_query.h"
#include "core/base/files/replace_file.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

class Redaction;

struct TraceWriteOptions {
  std::optional<TimeRange> range;          // what overlaps it, see EventSelection; if none, all
  std::function<void(double share)> tell;  // may be empty
  std::function<bool()> stop;              // may be empty
  bool counters = false;                   // include those of made_counters()
  mode_t most_rights = kRightsOfAll;       // the most permissive mode of the file, see replace_file
  /// May be empty: called with the number of arrows made from launches, which are two flow events
  /// each.
  std::function<void(std::uint64_t arrows)> tell_made_arrows = {};
  /// May be empty: called at the end with the number of events of any kind, as `info` counts them.
  std::function<void(std::uint64_t events)> tell_events = {};
  Redaction* redaction = nullptr;   // replaces names if given; not owned
  bool whole_microseconds = false;  // round times down, for a trace that has no others
  bool own_times = false;           // write all times as they are, moved_base_ns() or not
};

/// What write_trace() subtracts from every time and adds to the trace's base: the start of a trace
/// that does not know its base, else 0; also 0 if a time would then be too far from 0 to be read
/// again. Absolute times stay the same. Cost: that of trace_times().
Ns moved_base_ns(const Snapshot& trace);

/// Receives the next piece of the text; returns false to stop.
using TextSink = std::function<bool(std::string_view piece)>;

/// Times are written relative to baseTimeNanoseconds, in µs, with three decimals unless the trace
/// was written in whole µs, as since PyTorch 2.4: no nanosecond is lost. Tracks keep their process
/// and thread; begin and end events become complete events; counter samples that are not finite are
/// omitted, because JSON cannot represent them. `read` provides what an event has besides name,
/// track and time; without it, that is omitted. Returns false if the sink stopped. Cost: that of
/// reading every event.
bool write_trace(const Snapshot& trace, const ReadEvent& read, const TextSink& sink,
                 const TraceWriteOptions& options = {});

/// Writes the events only, separated by commas, for the list of events of another trace whose
/// baseTimeNanoseconds is `base_ns`. Nothing is written if there are none.
bool write_trace_events(const Snapshot& trace, const ReadEvent& read, const TextSink& sink,
                        Ns base_ns, const TraceWriteOptions& options = {});
/// Writes a file with what `write` passes to its sink; false from `write` means stopped. The file
/// is replaced once everything is written; compressed if the name ends in .gz. Of the options only
/// those about the file count. Errors: as replace_file; Cancelled.
std::optional<Error> write_to_file(const std::string& path,
                                   const std::function<bool(const TextSink&)>& write,
                                   const TraceWriteOptions& options);

/// Writes to a file, which is replaced once everything is written; compressed if the name ends in
/// .gz. Errors: as replace_file; Cancelled.
std::optional<Error> write_trace_file(const std::string& path, const Snapshot& trace,
                                      const ReadEvent& read, const TraceWriteOptions& options = {});

}  // namespace lanescope
