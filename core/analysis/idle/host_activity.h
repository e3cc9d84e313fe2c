// What a host thread is doing at each time, as far as it matters to a GPU that waits for it.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/analysis/host/idle_class.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// From its start to the start of the next.
struct HostSegment {
  Ns begin_ns = kMinNs;
  EventId cause = EventId::None;  // the event that makes the class: a call, the loader, an operator
  EventId culprit = EventId::None;  // the innermost operator, else Python frame, else range, else
                                    // the cause
  EventId frame = EventId::None;    // the innermost Python frame
  IdleClass what = IdleClass::Untraced;  // one of the host's
};

class HostActivity {
 public:
  /// Calls visit(range, segment) for the segments in a range, clipped to it, in time order.
  /// Cost: log n and the segments met.
  template <typename Visit>
  void visit(TimeRange range, const Visit& visit) const {
    for (std::size_t i = at(range.begin_ns); range.begin_ns < range.end_ns; ++i) {
      const Ns next_ns = i + 1 < segments_.size() ? segments_[i + 1].begin_ns : kMaxNs;
      const Ns end_ns = std::min(range.end_ns, next_ns);
      visit(TimeRange{range.begin_ns, end_ns}, segments_[i]);
      range.begin_ns = end_ns;
    }
  }
  /// What goes on at a time. Cost: log n.
  [[nodiscard]] const HostSegment& segment_at(Ns time_ns) const { return segments_[at(time_ns)]; }

  /// Where a Python frame of this thread was called from: the innermost frame of the user's own
  /// code, else of any file, else the frame itself. None for None.
  [[nodiscard]] EventId source_of(EventId frame) const;

 private:
  friend class HostSweep;
  [[nodiscard]] std::size_t at(Ns time_ns) const;

  std::vector<HostSegment> segments_{{}};  // the first starts at kMinNs
  EventId first_id_ = EventId::None;
  std::vector<EventId> sources_;  // by slice; empty in threads without Python frames
};

/// The activities of the threads that are asked for, each found once. One thread at a time.
class HostActivities {
 public:
  explicit HostActivities(const Snapshot& snapshot);

  /// Nothing at all for tracks that are no host threads. Cost: a pass over the thread's slices, the
  /// first time.
  const HostActivity& of(TrackId track);
  /// The thread that runs the training loop, as its ProfilerStep ranges tell; None without steps.
  [[nodiscard]] TrackId step_thread() const { return step_thread_; }

  /// What a host event is, by kind and name; each distinct name is looked at once.
  IdleClass class_of(CategoryKind kind, StringId name);
  /// How well a Python frame tells a place in the program.
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
