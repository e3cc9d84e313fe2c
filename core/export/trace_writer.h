// A trace as torch.profiler would have written it: Kineto's JSON, which Perfetto, chrome://tracing
// and this program read.
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

struct TraceWriteOptions {
  std::optional<TimeRange> range;          // what overlaps it, see EventSelection; none: all
  std::function<void(double share)> tell;  // may be empty
  std::function<bool()> stop;              // may be empty
  bool counters = false;                   // with what made_counters() makes of it
  mode_t most_rights = kRightsOfAll;       // of the file, see replace_file
  /// May be empty: how many arrows were made of launches, two flow events each.
  std::function<void(std::uint64_t arrows)> tell_made_arrows = {};
};

/// Takes the next piece of the text; false: no more is wanted.
using TextSink = std::function<bool(std::string_view piece)>;

/// Times are written relative to baseTimeNanoseconds, in µs, with three decimals where the trace
/// has fractions, as since PyTorch 2.4: no nanosecond is lost. Lanes keep their process and thread;
/// begin and end events become complete ones; samples of counters that are no numbers are left out,
/// JSON has none. `read` gives what events say beside name, lane and time; without it they say no
/// more. False when the sink wanted no more. Cost: that of reading every event.
bool write_trace(const Snapshot& trace, const ReadEvent& read, const TextSink& sink,
                 const TraceWriteOptions& options = {});

/// To a file, replaced once all is written; compressed where the name ends in .gz. Errors: as
/// replace_file; Cancelled.
std::optional<Error> write_trace_file(const std::string& path, const Snapshot& trace,
                                      const ReadEvent& read, const TraceWriteOptions& options = {});

}  // namespace lanescope
