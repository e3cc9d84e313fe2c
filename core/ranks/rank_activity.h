// What one rank's GPUs did over time, to compare a late rank with the others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/host/idle_class.h"
#include "core/analysis/host/site.h"
#include "core/ranks/rank_trace.h"
#include "core/ranks/trace_idle.h"
#include "core/store/slice_finder.h"

namespace lanescope {

struct IdleStretch {
  TimeRange range;
  IdleClass what = IdleClass::Untraced;
  EventId culprit = EventId::None;
  std::uint32_t name = 0;  // of the culprit; 0: unknown
};

/// A compute kernel, or a copy or fill; of a summary, several of them.
struct ActivityWork {
  TimeRange range;
  EventId event = EventId::None;
  std::uint32_t name = 0;           // its own name
  std::uint32_t operator_name = 0;  // the operator that launched it; 0: unknown
  std::int64_t count = 1;
};

/// Times are on the trace's own clock.
struct DeviceActivity {
  std::int64_t device = -1;  // -1: the host
  // The three lists are sorted and do not overlap. Together with `idle` they cover the time from
  // the first GPU event or step to the last GPU event, except pauses of the recording. Without GPU
  // events, but with collectives on the host: from the first to the last slice of the trace, and
  // `idle` is what the thread of the training loop did outside exposed communication.
  std::vector<TimeRange> compute;
  std::vector<TimeRange> exposed_comm;    // no overlap with computation
  std::vector<TimeRange> exposed_memory;  // no overlap with computation or communication
  std::vector<IdleStretch> idle;
  std::vector<ActivityWork> kernels, copies;  // by start; collectives are not included
};

struct RankActivity {
  std::vector<std::string> names;  // names[0] is empty
  std::vector<DeviceActivity> devices;

  /// Null if the device has no GPU events.
  [[nodiscard]] const DeviceActivity* device(std::int64_t number) const;
};

/// Covers the entire trace. Cost: the idle analysis, and a pass over the GPU events; without any,
/// that of step_activity.
RankActivity rank_activity(const RankTrace& trace);

/// Reads that without keeping the idle time, of which there are millions of stretches. One thread;
/// refers to the results.
class ActivityReader {
 public:
  /// Covers the entire trace. Cost: the idle analysis, and a pass over the GPU events; without any,
  /// that of step_activity.
  explicit ActivityReader(const AnalysisResults& in);

  /// Without the idle time of GPUs; the names of those stretches that were visited are there.
  [[nodiscard]] const RankActivity& activity() const { return out_; }
  /// Calls visit(stretch) for the idle time of a device, by its index, in order of time. Once for
  /// each device in turn: this also numbers the names. Cost: linear.
  template <typename Visit>
  void visit_idle(std::size_t device, const Visit& visit);
  /// From the begin of the first stretch of a device to the end of the last; if it has none, from
  /// kMaxNs to kMinNs. Cost: constant, unless the recording was paused there.
  [[nodiscard]] TimeRange idle_ends(std::size_t device) const;

  /// The activity with the idle time.
  RankActivity take();

 private:
  void add(const DeviceTimeline& timeline);
  void add_host(const AnalysisResults& in);
  std::uint32_t add_name(StringId id);
  std::uint32_t name_of(StringId id) {
    if (id == StringId::Empty) return 0;
    const std::uint32_t known = known_[index_of(id)];
    return known != 0 ? known : add_name(id);
  }
  /// The part of a piece that is idle time of a device; empty if none is.
  [[nodiscard]] TimeRange idle_part(std::size_t device, const IdlePiece& piece) const {
    if (piece.what == IdleClass::Paused) return {};
    return {std::max(piece.range.begin_ns, extents_[device].begin_ns),
            std::min(piece.range.end_ns, extents_[device].end_ns)};
  }

  const Snapshot& snapshot_;
  SliceFinder slices_, ops_;          // ops_: operators may be on other threads than launch calls
  std::vector<std::uint32_t> known_;  // by StringId, into the names; 0: not yet
  std::shared_ptr<const TraceIdle> idle_;  // null without GPU events
  /// By device: from its first event, or the first step, to its last event.
  std::vector<TimeRange> extents_;
  RankActivity out_;
};

template <typename Visit>
void ActivityReader::visit_idle(std::size_t device, const Visit& visit) {
  if (idle_ == nullptr) {
    for (const IdleStretch& one : out_.devices[device].idle) visit(one);
    return;
  }
  idle_->visit(out_.devices[device].device, [&](const IdlePiece& piece) {
    const TimeRange range = idle_part(device, piece);
    if (range.empty()) return;
    visit(
        IdleStretch{range, piece.what, piece.culprit, name_of(slice_name(slices_, piece.culprit))});
  });
}

}  // namespace lanescope
