// How long launch calls take, and how soon their work starts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/events/distribution.h"
#include "core/analysis/events/window.h"
#include "core/analysis/launch/queue.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// One GPU event and the call that launched it.
struct Launch {
  EventId gpu_event = EventId::None;
  EventId call = EventId::None;
  Ns call_ns = 0;  // duration of the call
  Ns gpu_ns = 0;   // duration of the work
  /// What of both counts in sums: of a chosen range, the parts in it.
  Ns counted_call_ns = 0, counted_gpu_ns = 0;
  Ns start_latency_ns = 0;  // from the start of the call to the start of the work
  /// How long the work waited: from the end of the call to the start of the work; negative if the
  /// work started earlier. For later nodes of a graph, from the end of the previous node; see
  /// has_wait().
  Ns delay_ns = 0;
  bool is_kernel = false;   // the work; others are copies, fills and waits
  bool queued = false;      // the stream still had other work when the call ended
  bool first_node = false;  // the call's first event on its stream
  /// The call's first event on any stream: the duration of the call counts with this one.
  bool counts_call = false;
  /// The work starts before its call, so the clocks disagree and both delays are meaningless. Never
  /// set in Hta windows.
  bool skewed = false;

  /// Whether `delay_ns` is how long the work waited. Later nodes of a graph have no launch call of
  /// their own, so their wait is unknown, as is that of skewed launches.
  [[nodiscard]] bool has_wait() const { return counts_call && !skewed; }
};

/// Sums over a group of launches.
struct LaunchSums {
  std::uint64_t calls = 0, events = 0;
  Ns call_ns = 0;  // each call counted once
  Ns gpu_ns = 0;
  std::uint64_t waits = 0;   // launches with has_wait(); only they count in the next four
  Ns delay_ns = 0;           // includes negative delays
  Ns queue_ns = 0;           // positive delays only
  Ns longest_wait_ns = 0;    // 0 if no delay is positive
  std::uint64_t queued = 0;  // launches with a positive delay
  /// From the starts of the calls to the ends of the work; excludes skewed launches.
  Ns total_ns = 0;
  std::uint64_t skewed = 0;  // launches whose work starts before their call
  Ns skew_ns = 0;            // the sum by which they do

  void add(const Launch& launch);
  void add(const LaunchSums& other);
};

struct LaunchRow {
  StringId name = StringId::Empty;  // of a call, an operator (Empty: none) or a step
  LaunchSums sums;
};

struct LaunchTable {
  std::vector<Launch> launches;  // by device, then start of the work
  LaunchSums total;
  std::uint64_t orphans = 0;        // GPU events without a launch call in the trace
  std::uint64_t early = 0;          // start before their launch call, so the clocks disagree
  std::uint64_t short_kernels = 0;  // shorter than their launch calls; no later nodes of graphs
  std::uint64_t long_calls = 0;     // outliers
  std::uint64_t long_delays = 0;
  /// The median start latency of work whose stream was idle, without early work and later nodes of
  /// graphs.
  std::optional<double> floor_ns;
  /// 0 without launches; work whose end is missing has no length and does not count.
  double median_call_ns = 0, median_gpu_ns = 0;
  std::vector<LaunchRow> apis;   // by call_ns, descending
  std::vector<LaunchRow> ops;    // by call_ns, descending
  std::vector<LaunchRow> steps;  // with launches in the window, by time
  bool has_gpu_events = false;
};

/// Considers launches whose work counted_part counts. In Hta windows, as in HolisticTraceAnalysis,
/// negative delays count as 0, and a call's duration counts with each of its events. Pure; complete
/// snapshots only. Cost: a pass over the GPU events with a lookup each, and sorting.
LaunchTable analyse_launches(const AnalysisResults& in);

struct LaunchDistributions {
  Distribution call, gpu, delay;  // `delay` only of launches with has_wait()
};
/// Cost: sorting.
LaunchDistributions distributions_of(const LaunchTable& table);

}  // namespace lanescope
