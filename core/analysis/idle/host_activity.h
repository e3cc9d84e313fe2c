// What a host thread is doing at each time, in the classes used to explain idle GPUs.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/host/idle_class.h"
#include "core/analysis/idle/host_segments.h"
#include "core/base/column.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

class HostActivity {
 public:
  /// The innermost frame of user code at or above a Python frame of this thread, else the innermost
  /// that has a file, else the frame itself. None for None.
  [[nodiscard]] EventId source_of(EventId frame) const {
    const std::uint32_t slice = index_of(frame) - index_of(first_id_);
    return slice < sources_.size() ? sources_[slice] : EventId::None;
  }

 private:
  friend class HostSweep;
  friend class HostActivityCursor;
  /// The segment at a time. Cost: log of its distance from `near`, a segment.
  [[nodiscard]] std::size_t at(Ns time_ns, std::size_t near) const {
    return segments_.at(time_ns, near);
  }

  HostSegments segments_;  // the first one starts at kMinNs
  EventId first_id_ = EventId::None;
  Column<EventId> sources_;  // by slice; empty if the thread has no Python frames
};

/// Looks at an activity; fast if each look is near the one before. One thread.
class HostActivityCursor {
 public:
  /// `activity` outlives this.
  explicit HostActivityCursor(const HostActivity& activity) : activity_(&activity) {}

  [[nodiscard]] const HostActivity& activity() const { return *activity_; }

  /// Calls visit(range, segment) for the segments in a range, clipped to it, in time order. Cost:
  /// log of the distance from the last look, plus the number of segments.
  template <typename Visit>
  void visit(TimeRange range, const Visit& visit) {
    const HostSegments& segments = activity_->segments_;
    if (range.begin_ns >= range.end_ns) return;
    std::size_t i = activity_->at(range.begin_ns, at_);
    for (; range.begin_ns < range.end_ns; ++i) {
      const Ns next_ns = i + 1 < segments.size() ? segments.begin_of(i + 1) : kMaxNs;
      const Ns end_ns = std::min(range.end_ns, next_ns);
      visit(TimeRange{range.begin_ns, end_ns}, segments[i]);
      range.begin_ns = end_ns;
    }
    at_ = i - 1;  // the next look is later, as a rule
  }
  /// The segment at a given time. Cost: log of the distance from the last look.
  [[nodiscard]] HostSegment segment_at(Ns time_ns) {
    at_ = activity_->at(time_ns, at_);
    return activity_->segments_[at_];
  }
  /// Calls visit(segment) for the one at a given time and those before it, the last first, until
  /// that returns false. Those of a class for which joins(what) is true are visited as one, with
  /// the events of the last. Cost: log of the distance from the last look, plus the number of
  /// segments.
  template <typename Joins, typename Visit>
  void visit_back(Ns time_ns, const Joins& joins, const Visit& visit) {
    const HostSegments& segments = activity_->segments_;
    at_ = activity_->at(time_ns, at_);
    while (true) {
      HostSegment segment = segments[at_];
      if (joins(segment.what)) {
        while (at_ > 0 && segments.what_of(at_ - 1) == segment.what) --at_;
        segment.begin_ns = segments.begin_of(at_);
      }
      if (!visit(segment) || at_ == 0) return;
      --at_;
    }
  }

 private:
  const HostActivity* activity_;
  std::size_t at_ = 0;
};

/// The activity of each host thread: of those that launch GPU work or run the training loop at
/// once, on all cores, of others on first use. Thread-safe; the same in all windows.
class HostActivities {
 public:
  static constexpr bool kOfTrace = true;

  /// `snapshot` is complete and outlives this. Cost: a pass over the slices of those threads.
  explicit HostActivities(const Snapshot& snapshot);

  /// An empty activity for tracks other than host threads. Cost: a pass over the thread's slices on
  /// the first call, for which calls of other threads wait.
  [[nodiscard]] const HostActivity& of(TrackId track) const;
  /// The thread that runs the training loop, according to its ProfilerStep ranges; without steps,
  /// program_thread().
  [[nodiscard]] TrackId step_thread() const { return step_thread_; }

  /// The class of a host event, by kind and name; each distinct name is classified once.
  [[nodiscard]] IdleClass class_of(CategoryKind kind, StringId name) const {
    unsigned facts = names_[index_of(name)].load(std::memory_order_relaxed);
    if ((facts & kClassified) == 0) facts = classify(name);
    return static_cast<IdleClass>(facts >> kClassShifts[static_cast<std::size_t>(kind)] &
                                  kClassMask);
  }
  /// Whether host events of this name can be of a class, by any kind. For passes over many events,
  /// of which most are of other names.
  [[nodiscard]] bool may_be(IdleClass what, StringId name) const {
    const unsigned known = names_[index_of(name)].load(std::memory_order_relaxed);
    const unsigned facts = (known & kClassified) == 0 ? classify(name) : known;
    return std::ranges::any_of(kClassShifts, [&](unsigned shift) {
      return static_cast<IdleClass>(facts >> shift & kClassMask) == what;
    });
  }
  /// How useful a Python frame is as a location; higher is better.
  enum class FrameRank : std::uint8_t { Unknown, BuiltIn, Library, User };
  [[nodiscard]] FrameRank rank_of(StringId frame) const {
    unsigned facts = names_[index_of(frame)].load(std::memory_order_relaxed);
    if ((facts & kRankMask) == 0) facts = rank(frame);
    return static_cast<FrameRank>((facts & kRankMask) >> kRankShift);
  }

 private:
  // The bits of names_: the class that an event of this name has, which its kind decides; whether
  // they are known; the rank of a frame.
  static constexpr unsigned kCallShift = 0, kOpShift = 3, kPythonShift = 6, kOtherShift = 9;
  static constexpr unsigned kClassMask = 7;
  static constexpr unsigned kClassified = 1U << 12, kRankShift = 13, kRankMask = 3U << kRankShift;
  /// By CategoryKind.
  static constexpr auto kClassShifts = [] {
    std::array<unsigned, kCategoryKinds> shifts{};
    for (std::size_t i = 0; i < shifts.size(); ++i) {
      const auto kind = static_cast<CategoryKind>(i);
      shifts[i] = kind == CategoryKind::HostCall ? kCallShift
                  : kind == CategoryKind::CpuOp  ? kOpShift
                  : is_python_function(kind)     ? kPythonShift
                                                 : kOtherShift;
    }
    return shifts;
  }();
  static unsigned classes_of_name(std::string_view name);
  /// Finds the bits of a name, and keeps them.
  unsigned classify(StringId name) const;
  unsigned rank(StringId frame) const;

  struct Thread {
    std::once_flag found;
    HostActivity activity;
  };

  const Snapshot* snapshot_;
  TrackId step_thread_ = TrackId::None;
  // What a name tells, in bits: two threads that look at one name at a time find the same.
  mutable std::vector<std::atomic<std::uint16_t>> names_;
  std::unique_ptr<Thread[]> of_track_;
};

/// A cursor for each host thread. One thread.
class HostActivityCursors {
 public:
  /// `activities`, of `snapshot`, outlive this.
  HostActivityCursors(const Snapshot& snapshot, const HostActivities& activities)
      : activities_(activities), of_track_(snapshot.tracks.size() + 1) {}

  /// Never busy for tracks other than host threads. Cost: see HostActivities::of.
  HostActivityCursor& of(TrackId track) {
    const std::size_t number = std::min<std::size_t>(index_of(track), of_track_.size() - 1);
    auto& cursor = of_track_[number];
    if (!cursor) cursor.emplace(activities_.of(track));
    return *cursor;
  }

 private:
  const HostActivities& activities_;
  std::vector<std::optional<HostActivityCursor>> of_track_;  // the last one for TrackId::None
};

}  // namespace lanescope
