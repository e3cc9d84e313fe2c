// What a host thread is doing at each time, in the classes used to explain idle GPUs.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/analysis/host/idle_class.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Extends to the start of the next segment.
struct HostSegment {
  Ns begin_ns = kMinNs;
  /// The event that determines the class: a call, the loader, an operator.
  EventId cause = EventId::None;
  /// The innermost operator, else Python frame, else annotation, else the cause.
  EventId culprit = EventId::None;
  EventId frame = EventId::None;         // the innermost Python frame
  IdleClass what = IdleClass::Untraced;  // a host class
};

class HostActivity {
 public:
  /// Calls visit(range, segment) for the segments in a range, clipped to it, in time order. Cost:
  /// log n plus the number of segments.
  template <typename Visit>
  void visit(TimeRange range, const Visit& visit) const {
    for (std::size_t i = at(range.begin_ns); range.begin_ns < range.end_ns; ++i) {
      const Ns next_ns = i + 1 < segments_.size() ? segments_[i + 1].begin_ns : kMaxNs;
      const Ns end_ns = std::min(range.end_ns, next_ns);
      visit(TimeRange{range.begin_ns, end_ns}, segments_[i]);
      range.begin_ns = end_ns;
    }
  }
  /// The segment at a given time. Cost: log n.
  [[nodiscard]] const HostSegment& segment_at(Ns time_ns) const { return segments_[at(time_ns)]; }

  /// The innermost frame of user code at or above a Python frame of this thread, else the innermost
  /// that has a file, else the frame itself. None for None.
  [[nodiscard]] EventId source_of(EventId frame) const;

 private:
  friend class HostSweep;
  [[nodiscard]] std::size_t at(Ns time_ns) const;

  std::vector<HostSegment> segments_{{}};  // the first one starts at kMinNs
  EventId first_id_ = EventId::None;
  std::vector<EventId> sources_;  // by slice; empty if the thread has no Python frames
};

/// The activity of each host thread, computed on first use. Not thread-safe.
class HostActivities {
 public:
  explicit HostActivities(const Snapshot& snapshot);

  /// An empty activity for tracks other than host threads. Cost: a pass over the thread's slices on
  /// the first call.
  const HostActivity& of(TrackId track);
  /// The thread that runs the training loop, according to its ProfilerStep ranges; None without
  /// steps.
  [[nodiscard]] TrackId step_thread() const { return step_thread_; }

  /// The class of a host event, by kind and name; each distinct name is classified once.
  IdleClass class_of(CategoryKind kind, StringId name);
  /// How useful a Python frame is as a location; higher is better.
  enum class FrameRank : std::uint8_t { Unknown, BuiltIn, Library, User };
  FrameRank rank_of(StringId frame);

 private:
  struct NameFacts {
    bool known = false, loads_data = false, annotation = false;
    IdleClass call = IdleClass::Runtime;
    FrameRank rank = FrameRank::Unknown;
  };

  const Snapshot& snapshot_;
  TrackId step_thread_ = TrackId::None;
  std::vector<NameFacts> names_;
  std::vector<std::unique_ptr<const HostActivity>> of_track_;
};

}  // namespace lanescope
