// The walk of the critical path, backward in time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/gpu_order.h"
#include "core/analysis/events/launch_call.h"
#include "core/analysis/events/name_test.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/host_activity.h"
#include "core/analysis/launch/path_edges.h"
#include "core/analysis/launch/path_segments.h"
#include "core/analysis/ops/ops.h"
#include "core/store/slice_finder.h"

namespace lanescope {

/// The Python frame in which a thread waits for autograd's threads.
inline constexpr std::string_view kBackwardWait = "run_backward";

inline PathClass class_of_work(GpuClass gpu_class) {
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

inline PathClass class_of_host(IdleClass what) {
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

/// See analyse_critical_path. `Path` takes what is on it, from the last segment to the first, as
/// PathSegments do: add_before(begin_ns, class, event). One thread. Unless it is taken by event,
/// operators that follow each other are one segment, with any of their events.
template <typename Path, bool kByEvent>
class PathWalk {
 public:
  /// `path` is empty and ends with the window; all of these outlive this.
  PathWalk(const Snapshot& snapshot, TimeRange window, const GpuOrder& order,
           const StreamWaitEdges& waits, const HostActivities& activities,
           const std::stop_token& stop, Path& path)
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
        stop_(stop),
        path_(path) {}

  void run() {
    PathPlace place = last_end();
    while (goes_on()) {
      if (place.work != GpuOrder::kNone) {
        place = before_work(place.work);
      } else if (place.thread != TrackId::None) {
        place = before_host(place.thread);
      } else {
        place = hand_off(kMinNs);
      }
    }
  }

 private:
  [[nodiscard]] bool goes_on() const {
    return now_ns_ > window_.begin_ns && !stop_.stop_requested();
  }

  /// Charges the time from `begin_ns` to now to an event.
  void charge(Ns begin_ns, PathClass what, EventId event) {
    begin_ns = std::max(begin_ns, window_.begin_ns);
    if (begin_ns >= now_ns_) return;
    path_.add_before(begin_ns, what, event);
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
    const std::uint32_t work = order_.last_ended(start_ns, near_end_);
    const auto host = ends_.last_ended(start_ns);
    const bool worked = work != GpuOrder::kNone && order_[work].range.begin_ns < start_ns;
    if (!worked || (host && host->end_ns > order_[work].range.end_ns)) return hand_off(kMinNs);
    charge(order_[work].range.end_ns, PathClass::Untraced, EventId::None);
    return {work, TrackId::None};
  }

  /// Charges what a thread was doing before now, for as long as the path stays with it.
  PathPlace before_host(TrackId thread) {
    PathPlace next;
    const auto joins = [](IdleClass what) { return !kByEvent && what == IdleClass::CpuOp; };
    threads_.of(thread).visit_back(now_ns_ - 1, joins, [&](const HostSegment& segment) {
      next = before_segment(segment, thread);
      const bool stays = next.work == GpuOrder::kNone && next.thread == thread;
      return stays && now_ns_ == segment.begin_ns && goes_on();
    });
    return next;
  }

  /// Charges one thing that a thread did until now, and moves to the start of it.
  PathPlace before_segment(const HostSegment& segment, TrackId thread) {
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
    const std::uint32_t work = order_.last_ended(now_ns_, near_end_);
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
  std::size_t near_end_ = 0;  // for GpuOrder::last_ended
  Ns now_ns_;
  const std::stop_token& stop_;
  Path& path_;
};

}  // namespace lanescope
