// Builds the flame graph of one host thread in a single pass.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/analysis/flame/flame.h"
#include "core/base/text/ids.h"
#include "core/store/marked_stack.h"
#include "core/store/snapshot.h"

namespace lanescope {

class FlameTwins {
 public:
  /// Empty.
  FlameTwins() = default;
  /// The twins of operators on host threads. Cost: a pass over the flows; keeps 4 bytes per slice.
  explicit FlameTwins(const Snapshot& snapshot);

  /// EventId::None if it is not a backward operator.
  [[nodiscard]] EventId forward_of(EventId slice) const {
    return forward_of_.empty() ? EventId::None : forward_of_[index_of(slice)];
  }
  [[nodiscard]] bool is_forward(EventId slice) const {
    return !is_forward_.empty() && is_forward_[index_of(slice)];
  }

 private:
  std::vector<EventId> forward_of_;
  std::vector<bool> is_forward_;
};

/// A GPU event, its launch, and how much of it counts.
struct FlameWork {
  EventId launch = EventId::None;
  EventId event = EventId::None;
  StringId name = StringId::Empty;
  CategoryKind kind = CategoryKind::Other;
  Ns dur_ns = 0;
  Ns counted_ns = 0;  // the part that counts
};

/// The input shared by all threads.
struct FlameTask {
  const Snapshot& snapshot;
  TimeRange range;  // the window, or from the start of the first step to the end of the last
  std::span<const TimeRange> steps;  // what counts, disjoint, by time; empty: all of `range`
  FlameQuery query;
  std::vector<std::uint8_t> name_marks;       // by name, see mark_flame_names
  std::vector<std::int64_t> allocated_bytes;  // by instant, for FlameWeight::Bytes
  FlameTwins twins;                           // empty: backward operators are not moved

  /// Cost: log(steps).
  [[nodiscard]] bool counts(Ns time_ns) const { return counts_in(steps, range, time_ns); }
  static bool counts_in(std::span<const TimeRange> steps, TimeRange range, Ns time_ns);
  /// How much of a range counts. Cost: log(steps) plus the number of steps it overlaps.
  [[nodiscard]] Ns counted_ns(TimeRange stretch) const;
};

/// Which names are modules or steps.
std::vector<std::uint8_t> mark_flame_names(const Snapshot& snapshot);

class FlameSweep {
 public:
  FlameSweep(const FlameTask& task, const Track& track, std::span<const FlameWork> work);

  /// Of the time in frames, only what is in these disjoint ranges counts. Call before run().
  void count_only(std::vector<TimeRange> ranges) { only_ = std::move(ranges); }

  /// Must be called once.
  void run(const std::stop_token& stop);
  /// Moved backward operators are in frames of type FlameFrame::Forward below the root, whose
  /// `name` is the index of the forward event.
  [[nodiscard]] const FlameGrower& grower() const { return grower_; }
  [[nodiscard]] TrackId track() const { return track_.id; }
  /// The node of an event of this thread, or of the frame around it. Call after run().
  std::uint32_t node_of(EventId event) {
    return node_of(index_of(event) - index_of(chunk_.first_id));
  }

 private:
  struct Open {
    std::uint32_t slice = 0;
    Ns end_ns = 0;
  };

  [[nodiscard]] bool is_time() const;
  [[nodiscard]] bool is_frame(std::uint32_t slice) const;
  /// The forward operator into which a frame is moved; None for most.
  [[nodiscard]] EventId moved_to(std::uint32_t slice) const;
  [[nodiscard]] std::uint32_t first_work(std::uint32_t slice) const;
  /// The slice itself if it is a frame, else the frame around it; kNoParent if there is none.
  [[nodiscard]] std::uint32_t frame_at(std::uint32_t slice) const;
  void open(std::uint32_t slice);
  void close_before(Ns time_ns);
  /// Charges the time up to `time_ns` to the frames in which it was spent.
  void charge_until(Ns time_ns);
  void charge_time(Ns until_ns, bool in_frame);
  [[nodiscard]] Ns counted_ns(TimeRange stretch) const;
  void charge_work(std::uint32_t slice);
  void charge_allocations_before(Ns time_ns);
  /// The node of a slice or of the frame around it; creates it and its ancestors if needed.
  std::uint32_t node_of(std::uint32_t slice);

  const FlameTask& task_;
  const Track& track_;
  const TrackChunk& chunk_;
  std::span<const FlameWork> work_;
  FlameGrower grower_;
  MarkedStack nesting_;
  std::vector<Open> open_;  // frames; the most recent on top
  Ns cursor_ns_ = 0;        // everything before this is charged
  std::optional<std::vector<TimeRange>> only_;
  std::uint32_t next_instant_ = 0, last_instant_ = 0;
  // By slice.
  std::vector<std::uint32_t> around_;     // the frame around it; kNoParent if there is none
  std::vector<std::uint32_t> node_;       // of frames with a weight; 0: not created yet
  std::vector<std::uint32_t> work_of_;    // the first work it launched; kNoParent if there is none
  std::vector<std::uint32_t> next_work_;  // by work
  std::vector<std::uint32_t> chain_;
};

}  // namespace lanescope
