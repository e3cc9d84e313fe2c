// What is copied between host and GPUs, from which kind of memory, how fast, and does it hold
// anything up?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/copies/route.h"
#include "core/analysis/events/window.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Of the copies of one route that one operator started.
struct CopyOrigin {
  StringId op = StringId::Empty;    // Empty: outside of operators
  EventId source = EventId::None;   // the Python frame that the longest one was called from
  EventId longest = EventId::None;  // the longest one
  std::uint64_t count = 0;
  std::int64_t bytes = 0;
  Ns total_ns = 0;
};

/// The sum of the rates of all copies of a route that go on at once, as it changes over time.
struct CopyRateSeries {
  std::uint64_t changes = 0;   // after which something is being copied
  double mean_of_changes = 0;  // GB/s, every change alike, as HolisticTraceAnalysis has it
  double max = 0;
  double mean_over_time = 0;  // while something is being copied
};

/// A copy whose size is known.
struct RatedCopy {
  TimeRange range;
  double gb_per_s = 0;
};

struct CopyRow {
  CopyRoute route;
  std::uint64_t count = 0;
  Ns total_ns = 0;
  Ns exposed_ns = 0;  // while nothing computes or communicates
  // What follows is of the copies whose size is known.
  std::uint64_t sized = 0;
  std::int64_t bytes = 0;
  std::uint64_t small = 0;  // copies of fewer bytes than the threshold small_copy
  double min_gb_per_s = 0, median_gb_per_s = 0, max_gb_per_s = 0;
  double mean_gb_per_s = 0;  // of all bytes over the time that they took at these rates
  CopyRateSeries series;
  std::vector<RatedCopy> rated;     // each of them, by start
  std::vector<CopyOrigin> origins;  // by total time, then name
};

/// An operator copies as many bytes the same way in every step: a constant, perhaps.
struct RepeatedCopy {
  std::size_t row = 0;
  StringId op = StringId::Empty;
  std::int64_t bytes = 0;  // of each
  std::uint64_t count = 0;
  Ns total_ns = 0;
  EventId first = EventId::None;
};

/// What is copied to the host and, in the same step, as many bytes back again.
struct RoundTrip {
  std::int64_t bytes = 0;  // of each
  std::uint64_t count = 0;
  Ns total_ns = 0;  // of both ways
  EventId first_out = EventId::None, first_back = EventId::None;
};

struct CopyDevice {
  std::int64_t device = -1;
  Ns window_ns = 0;
  Ns exposed_ns = 0;          // of all copies and fills together, as in the breakdown of GPU time
  std::vector<CopyRow> rows;  // by total time
  // nullopt with fewer than two steps in the window, or where no size is known.
  std::optional<std::vector<RepeatedCopy>> repeated;  // by total time
  std::optional<std::vector<RoundTrip>> round_trips;  // by bytes times count
};

struct CopyTable {
  std::vector<CopyDevice> devices;  // by number; empty when nothing is copied
  bool sizes_read = false;          // else there are no bytes and no rates
  std::size_t steps = 0;            // that start in the window
};

/// The rate of one copy: bytes by length; a copy of length 0 counts as 1 ns. Of a file whose times
/// are whole microseconds what the profiler wrote down, which it worked out before it cut them.
double copy_gb_per_s(const TraceInfo& info, const JsonValue& args, std::int64_t bytes, Ns dur_ns);

/// Copies and fills that start in the window. Pure; complete snapshots only. Cost: a pass over the
/// GPU events, and the text of every copy is read.
CopyTable analyse_copies(const Snapshot& snapshot, const AnalysisWindow& window,
                         const ReadEvent& read);

}  // namespace lanescope
