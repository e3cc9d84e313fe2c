// Is the GPU kept waiting by launches: how long do the calls take, and how soon does their work
// start?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/events/distribution.h"
#include "core/analysis/events/window.h"
#include "core/analysis/launch/queue.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// One GPU event and the call that launched it.
struct Launch {
  EventId gpu_event = EventId::None;
  EventId call = EventId::None;
  Ns call_ns = 0;           // how long the call took
  Ns gpu_ns = 0;            // how long the work took
  Ns start_latency_ns = 0;  // from the start of the call to the start of the work
  /// From the end of the call to the start of the work; negative when that began before. For later
  /// nodes of a graph: from the end of the node before.
  Ns delay_ns = 0;
  bool queued = false;       // other work of the stream was not done when the call ended
  bool first_node = false;   // the call's first event on its stream
  bool counts_call = false;  // the call's first event at all: its time counts with this one
  /// The work starts before its call: the clocks disagree, and neither delay means anything. Not in
  /// Hta windows.
  bool skewed = false;
};

/// Sums over launches that have something in common.
struct LaunchSums {
  std::uint64_t calls = 0, events = 0;
  Ns call_ns = 0;  // each call once
  Ns gpu_ns = 0;
  Ns delay_ns = 0;           // also of work that began before its call came back; not of skewed
  Ns queue_ns = 0;           // positive delays only
  std::uint64_t queued = 0;  // launches with a positive delay
  Ns total_ns = 0;           // from the starts of the calls to the ends of the work; not of skewed
  std::uint64_t skewed = 0;  // launches whose work starts before the call
  Ns skew_ns = 0;            // by how much

  void add(const Launch& launch);
};

struct LaunchRow {
  StringId name = StringId::Empty;  // a call's, an operator's (Empty: none), a step's
  LaunchSums sums;
};

struct LaunchTable {
  std::vector<Launch> launches;  // by device and start of the work
  LaunchSums total;
  std::uint64_t orphans = 0;        // GPU events without a launch call in the trace
  std::uint64_t early = 0;          // start before their launch call: clocks that disagree
  std::uint64_t short_kernels = 0;  // shorter than their launch calls
  std::uint64_t long_calls = 0;     // outliers
  std::uint64_t long_delays = 0;
  /// The median start latency of work that met an idle stream, early work left out.
  std::optional<double> floor_ns;
  Distribution call, gpu, delay;  // delays without those of skewed launches
  std::vector<LaunchRow> apis;    // by call_ns, falling
  std::vector<LaunchRow> ops;     // likewise
  std::vector<LaunchRow> steps;   // those with launches in the window, by time
  bool has_gpu_events = false;
};

/// In Hta windows delays below 0 count as 0 and a call's time with each of its events, as in
/// HolisticTraceAnalysis. Pure; complete snapshots only. Cost: a pass over the GPU events with a
/// look-up each, and sorting.
LaunchTable analyse_launches(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
