#include "core/analysis/launch/critical_path.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/gpu_order.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/launch_call.h"
#include "core/analysis/events/name_test.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/host_activity.h"
#include "core/analysis/launch/path_edges.h"
#include "core/analysis/ops/ops.h"
#include "core/analysis/results.h"
#include "core/store/slice_finder.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kPathClasses> kNames = {
    "gpu_compute", "gpu_comm", "gpu_memory",  "kernel_gap",   "launch_latency", "cpu_op",
    "python",      "runtime",  "sync_return", "data_loading", "host_comm",      "untraced"};

/// The Python frame in which a thread waits for autograd's threads.
constexpr std::string_view kBackwardWait = "run_backward";

PathClass class_of_work(GpuClass gpu_class) {
  switch (gpu_class) {
    case GpuClass::Compute:
      return PathClass::GpuCompute;
    case GpuClass::Communication:
      return PathClass::GpuComm;
    case GpuClass::Memory:
      break;
  }
  return PathClass::GpuMemory;
}

PathClass class_of_host(IdleClass what) {
  switch (what) {
    case IdleClass::CpuOp:
      return PathClass::CpuOp;
    case IdleClass::Python:
      return PathClass::Python;
    case IdleClass::DataLoading:
      return PathClass::DataLoading;
    case IdleClass::Sync:
    case IdleClass::Allocation:
    case IdleClass::Runtime:
      return PathClass::Runtime;
    default:
      return PathClass::Untraced;
  }
}

/// The current position of the walk: GPU work, a host thread, or neither.
struct PathPlace {
  std::uint32_t work = GpuOrder::kNone;
  TrackId thread = TrackId::None;
};

class PathWalk {
 public:
  PathWalk(const Snapshot& snapshot, TimeRange window, const GpuOrder& order,
           const StreamWaitEdges& waits, const HostActivities& activities)
      : snapshot_(snapshot),
        window_(window),
        order_(order),
        waits_(waits),
        host_communicates_(!has_gpu_work(snapshot)),
        calls_(snapshot),
        frames_(snapshot),
        threads_(snapshot, activities),
        backward_waits_(
            snapshot,
            [](std::string_view frame) { return frame.find(kBackwardWait) != frame.npos; }),
        ends_(snapshot),
        targets_(snapshot, order),
        now_ns_(window.end_ns),
        segments_(window.end_ns) {}

  PathSegments run(const std::stop_token& stop) {
    PathPlace place = last_end();
    while (now_ns_ > window_.begin_ns && !stop.stop_requested()) {
      if (place.work != GpuOrder::kNone) {
        place = before_work(place.work);
      } else if (place.thread != TrackId::None) {
        place = before_host(place.thread);
      } else {
        place = hand_off(kMinNs);
      }
    }
    return std::move(segments_);
  }

 private:
  /// Charges the time from `begin_ns` to now to an event.
  void charge(Ns begin_ns, PathClass what, EventId event) {
    begin_ns = std::max(begin_ns, window_.begin_ns);
    if (begin_ns >= now_ns_) return;
    segments_.add_before(begin_ns, what, event);
    now_ns_ = begin_ns;
  }

  /// The GPU or host event that ends last in the window; events are clipped to the window's end.
  PathPlace last_end() {
    std::uint32_t last = GpuOrder::kNone;
    const auto end_of = [&](std::uint32_t work) {
      return std::min(order_[work].range.end_ns, window_.end_ns);
    };
    for (std::uint32_t work = 0; work < order_.size(); ++work) {
      if (last == GpuOrder::kNone || end_of(work) > end_of(last)) last = work;
    }
    const auto host = ends_.last_active(window_.end_ns);
    if (last != GpuOrder::kNone && (!host || end_of(last) >= host->end_ns)) {
      charge(end_of(last), PathClass::Untraced, EventId::None);
      return {last, TrackId::None};
    }
    if (!host) return {};
    charge(host->end_ns, PathClass::Untraced, EventId::None);
    return {GpuOrder::kNone, host->thread};
  }

  /// Charges a piece of work, and moves to what it waited for: whatever was last; on a tie, GPU
  /// work.
  PathPlace before_work(std::uint32_t work) {
    const TimelineEvent& event = order_[work];
    charge(event.range.begin_ns, class_of_work(event.gpu_class), event.event);
    const Ns start_ns = std::min(now_ns_, event.range.begin_ns);
    std::uint32_t device = order_.before(work);
    // Work that started later cannot have delayed this one. This also prevents cycles.
    const std::uint32_t waited = waits_.waited_for(work);
    if (waited != GpuOrder::kNone && order_[waited].range.begin_ns < start_ns &&
        (device == GpuOrder::kNone || order_[waited].range.end_ns > order_[device].range.end_ns)) {
      device = waited;
    }
    const auto launch = find_launch_call(calls_, event.link);
    const Ns launch_ns = launch ? std::min(launch->range.begin_ns, start_ns) : kMinNs;
    if (device != GpuOrder::kNone) {
      const Ns end_ns = std::min(order_[device].range.end_ns, start_ns);
      if (!launch || end_ns >= launch_ns) {
        charge(end_ns, PathClass::KernelGap, event.event);
        return {device, TrackId::None};
      }
    }
    if (!launch) return before_orphan(start_ns);
    charge(launch_ns, PathClass::LaunchLatency, launch->event);
    return {GpuOrder::kNone, launch->track};
  }

  /// The launch is unknown and nothing ran before it on its stream: moves to what ended last on the
  /// GPU or the host.
  PathPlace before_orphan(Ns start_ns) {
    const std::uint32_t work = order_.last_ended(start_ns);
    const auto host = ends_.last_ended(start_ns);
    const bool worked = work != GpuOrder::kNone && order_[work].range.begin_ns < start_ns;
    if (!worked || (host && host->end_ns > order_[work].range.end_ns)) return hand_off(kMinNs);
    charge(order_[work].range.end_ns, PathClass::Untraced, EventId::None);
    return {work, TrackId::None};
  }

  /// Charges what a thread was doing just before now, and moves to the start of it.
  PathPlace before_host(TrackId thread) {
    const HostSegment segment = threads_.of(thread).segment_at(now_ns_ - 1);
    switch (segment.what) {
      case IdleClass::Untraced:
      case IdleClass::AnnotationOnly:
        if (host_communicates_ &&
            is_host_collective(snapshot_.text(slice_name(snapshot_, segment.cause)))) {
          charge(segment.begin_ns, PathClass::HostComm, segment.cause);
          return {GpuOrder::kNone, thread};
        }
        return hand_off(segment.begin_ns, thread);
      case IdleClass::Python:
        return before_frame(segment, thread);
      case IdleClass::CpuOp:
        charge(segment.begin_ns, PathClass::CpuOp, segment.culprit);
        return {GpuOrder::kNone, thread};
      default:
        return before_call(segment, thread);
    }
  }

  PathPlace before_frame(const HostSegment& segment, TrackId thread) {
    const auto other = backward_waits_(slice_name(frames_, segment.frame))
                           ? ends_.last_ended(now_ns_)
                           : std::nullopt;
    if (other && other->end_ns > segment.begin_ns && other->thread != thread) {
      return hand_off(segment.begin_ns, thread);
    }
    charge(segment.begin_ns, PathClass::Python, segment.frame);
    return {GpuOrder::kNone, thread};
  }

  PathPlace before_call(const HostSegment& segment, TrackId thread) {
    const std::uint32_t target = targets_.of(segment.cause, now_ns_);
    if (target != GpuOrder::kNone && order_[target].range.end_ns >= segment.begin_ns) {
      charge(order_[target].range.end_ns, PathClass::SyncReturn, segment.cause);
      return {target, TrackId::None};
    }
    charge(segment.begin_ns, class_of_host(segment.what), segment.cause);
    return {GpuOrder::kNone, thread};
  }

  /// Moves from a thread that has been idle since `since_ns` to the one that was busy last.
  PathPlace hand_off(Ns since_ns, TrackId from = TrackId::None) {
    const auto other = ends_.last_ended(now_ns_);
    if (other && other->end_ns > since_ns) {
      charge(other->end_ns, PathClass::Untraced, EventId::None);
      return {GpuOrder::kNone, other->thread};
    }
    // Before the thread's first event, only GPU work is known.
    const std::uint32_t work = order_.last_ended(now_ns_);
    const bool begins = from == TrackId::None || since_ns == kMinNs;
    if (begins && work != GpuOrder::kNone && order_[work].range.begin_ns < now_ns_) {
      charge(order_[work].range.end_ns, PathClass::Untraced, EventId::None);
      return {work, TrackId::None};
    }
    charge(since_ns, PathClass::Untraced, EventId::None);
    return {GpuOrder::kNone, from};
  }

  const Snapshot& snapshot_;
  TimeRange window_;
  const GpuOrder& order_;
  const StreamWaitEdges& waits_;
  bool host_communicates_;
  SliceFinder calls_, frames_;
  HostActivityCursors threads_;
  NameTest backward_waits_;
  ThreadEnds ends_;
  SyncTargets targets_;
  Ns now_ns_;
  PathSegments segments_;
};

/// The window if it is bounded; else from the first GPU event to the last, or over all slices if
/// there is none.
TimeRange path_window(const Snapshot& snapshot, const AnalysisWindow& window,
                      const std::vector<DeviceTimeline>& timelines) {
  if (window.is_bounded()) return window.range;
  TimeRange range{kMaxNs, kMinNs};
  for (const DeviceTimeline& timeline : timelines) {
    if (timeline.window.empty()) continue;
    range.begin_ns = std::min(range.begin_ns, timeline.window.begin_ns);
    range.end_ns = std::max(range.end_ns, timeline.window.end_ns);
  }
  return range.empty() ? snapshot.slices_extent : range;
}

/// Sums the segments of each class and name. There are millions of segments and few names.
class PathCosts {
 public:
  explicit PathCosts(const Snapshot& snapshot)
      : slices_(snapshot), rows_of_(snapshot.strings->size(), kNone) {}

  /// Call in order of time.
  void add(const PathSegment& segment) {
    Row& row = row_of(segment.what, slice_name(slices_, segment.event));
    const Ns length_ns = length_of(segment.range);
    row.cost.total_ns = saturating_add(row.cost.total_ns, length_ns);
    ++row.cost.count;
    if (length_ns > row.longest_ns) row.cost.longest = segment.event;
    row.longest_ns = std::max(row.longest_ns, length_ns);
  }

  /// By total time.
  [[nodiscard]] std::vector<PathCost> take() const {
    std::vector<PathCost> costs;
    costs.reserve(rows_.size());
    for (const Row& row : rows_) costs.push_back(row.cost);
    std::ranges::sort(costs, [](const PathCost& a, const PathCost& b) {
      return a.total_ns != b.total_ns ? a.total_ns > b.total_ns
                                      : std::tuple(a.what, a.name) < std::tuple(b.what, b.name);
    });
    return costs;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  struct Row {
    PathCost cost;
    Ns longest_ns = -1;
    std::uint32_t next = kNone;  // of the same name, with another class
  };

  Row& row_of(PathClass what, StringId name) {
    std::uint32_t* row = &rows_of_[index_of(name)];
    while (*row != kNone && rows_[*row].cost.what != what) row = &rows_[*row].next;
    if (*row != kNone) return rows_[*row];
    *row = static_cast<std::uint32_t>(rows_.size());
    rows_.emplace_back().cost = {.what = what, .name = name};
    return rows_.back();
  }

  SliceFinder slices_;                  // neighbors on the path are mostly neighbors on a thread
  std::vector<std::uint32_t> rows_of_;  // by name: the first one
  std::vector<Row> rows_;
};

}  // namespace

std::string_view path_class_name(PathClass path_class) {
  return kNames[static_cast<std::size_t>(path_class)];
}

CriticalPath analyse_critical_path(const AnalysisResults& in) {
  const Snapshot& snapshot = in.trace;
  CriticalPath path;
  const auto timelines = in.of<DeviceTimelines>();
  path.window = path_window(snapshot, in.window, timelines->devices);
  if (path.window.empty()) {
    path.window = {};
    return path;
  }
  const GpuOrder order(snapshot, timelines->devices);
  const StreamWaitEdges waits(snapshot, order, in.read);
  const auto activities = in.of<HostActivities>();
  path.segments = PathWalk(snapshot, path.window, order, waits, *activities).run(in.stop);
  PathCosts costs(snapshot);
  for (const PathSegment& segment : path.segments) costs.add(segment);
  path.costs = costs.take();
  for (const PathCost& cost : path.costs) {
    Ns& class_ns = path.classes_ns[static_cast<std::size_t>(cost.what)];
    class_ns = saturating_add(class_ns, cost.total_ns);
  }
  return path;
}

}  // namespace lanescope
