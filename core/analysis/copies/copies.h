// Copies between host and GPUs: the kinds of memory, the rates, and how much time is exposed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/search/event_query.h"
#include "core/store/category.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

struct CopyRoute {
  std::string kind;  // "HtoD", "DtoH", "DtoD", "PtoP" …, "memset"; empty if the name has none
  std::string from;  // "pageable host", "device"; empty for fills and if unknown
  std::string to;

  [[nodiscard]] bool leaves_or_enters_host() const { return kind == "HtoD" || kind == "DtoH"; }
};

/// Parses "Memcpy HtoD (Pageable -> Device)", "Memset (Device)", and the names of AMD's copy and
/// fill kernels: "CopyHostToDevice", "FillBuffer". Pure.
CopyRoute copy_route(CategoryKind kind, std::string_view name);

/// The copies of one route launched by one operator.
struct CopyOrigin {
  StringId op = StringId::Empty;    // Empty: outside operators
  EventId source = EventId::None;   // the Python frame that launched the longest one
  EventId longest = EventId::None;  // the longest one
  std::uint64_t count = 0;
  std::int64_t bytes = 0;
  Ns total_ns = 0;
};

/// Statistics of the combined rate of concurrent copies of a route over time.
struct CopyRateSeries {
  std::uint64_t changes = 0;   // changes to a rate above 0
  double mean_of_changes = 0;  // GB/s, with equal weights, as in HolisticTraceAnalysis
  double max = 0;
  double mean_over_time = 0;  // while something is being copied
};

/// A copy with a known size.
struct RatedCopy {
  TimeRange range;
  double gb_per_s = 0;
};

struct CopyRow {
  CopyRoute route;
  std::uint64_t count = 0;
  Ns total_ns = 0;
  Ns exposed_ns = 0;  // while nothing computes or communicates
  // The following are for copies with a known size.
  std::uint64_t sized = 0;
  std::int64_t bytes = 0;
  std::uint64_t small = 0;  // copies of fewer than Thresholds::small_copy_bytes
  double min_gb_per_s = 0, median_gb_per_s = 0, max_gb_per_s = 0;
  double mean_gb_per_s = 0;  // total bytes over the total time at these rates
  CopyRateSeries series;
  std::vector<RatedCopy> rated;     // by start
  std::vector<CopyOrigin> origins;  // by total time, then name
};

/// A copy between host and GPU of the same size by the same operator in every step, perhaps of a
/// constant.
struct RepeatedCopy {
  std::size_t row = 0;
  StringId op = StringId::Empty;
  std::int64_t bytes = 0;  // of each
  std::uint64_t count = 0;
  Ns total_ns = 0;
  EventId first = EventId::None;
};

/// Data copied to the host, with the same number of bytes copied back in the same step.
struct RoundTrip {
  std::int64_t bytes = 0;  // of each
  std::uint64_t count = 0;
  Ns total_ns = 0;  // of both directions
  EventId first_out = EventId::None, first_back = EventId::None;
};

struct CopyDevice {
  std::int64_t device = -1;
  Ns window_ns = 0;
  Ns exposed_ns = 0;          // of all copies and fills, as in GpuTimeDevice
  std::vector<CopyRow> rows;  // by total time
  // nullopt with fewer than two steps in the window, or if no size is known.
  std::optional<std::vector<RepeatedCopy>> repeated;  // by total time
  std::optional<std::vector<RoundTrip>> round_trips;  // by bytes times count
};

struct CopyTable {
  std::vector<CopyDevice> devices;  // by number; empty if there are no copies
  bool sizes_read = false;          // false: sizes and rates are unknown
  std::size_t steps = 0;            // that start in the window
};

/// The same, except that only the sizes of copies between host and GPU are known: what rules need,
/// without the texts of all others.
struct HostCopies : CopyTable {};

/// The rate of one copy, in GB/s: bytes divided by duration, at least 1 ns. For a file whose times
/// are rounded to microseconds, the rate that the profiler recorded, which it computed before
/// rounding.
double copy_gb_per_s(const TraceInfo& info, const JsonValue& args, std::int64_t bytes, Ns dur_ns);

/// Considers copies and fills that start in the window. Pure; complete snapshots only. Cost: a pass
/// over the GPU events, and the text of every copy is read.
CopyTable analyse_copies(const AnalysisResults& in);
/// The same. Cost: only the texts of copies between host and GPU are read.
HostCopies analyse_host_copies(const AnalysisResults& in);

}  // namespace lanescope
