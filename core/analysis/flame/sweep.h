// One host thread of a flame graph, from its first event to its last.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/analysis/flame/flame.h"
#include "core/base/text/ids.h"
#include "core/store/marked_stack.h"
#include "core/store/snapshot.h"

namespace lanescope {

class FlameTwins {
 public:
  /// None at all.
  FlameTwins() = default;
  /// Those of operators on host threads. Cost: a pass over the flows; 4 bytes a slice are kept.
  explicit FlameTwins(const Snapshot& snapshot);

  /// EventId::None for what is no backward operator.
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

/// GPU work as it counts, and what launched it.
struct FlameWork {
  EventId launch = EventId::None;
  EventId event = EventId::None;
  StringId name = StringId::Empty;
  CategoryKind kind = CategoryKind::Other;
  Ns dur_ns = 0;
  Ns counted_ns = 0;  // in the window
};

/// What all threads are asked.
struct FlameTask {
  const Snapshot& snapshot;
  TimeRange range;                   // from the start of the first step to the end of the last
  std::span<const TimeRange> steps;  // what of it counts, by time, apart; none: all
  FlameQuery query;
  std::vector<std::uint8_t> name_marks;       // by name, see mark_flame_names
  std::vector<std::int64_t> allocated_bytes;  // by instant, for FlameWeight::Bytes
  FlameTwins twins;                           // empty: backward stands where it was called

  /// Cost: log(steps).
  [[nodiscard]] bool counts(Ns time_ns) const { return counts_in(steps, range, time_ns); }
  static bool counts_in(std::span<const TimeRange> steps, TimeRange range, Ns time_ns);
  /// How much of a stretch of time counts. Cost: log(steps), and those it lies in.
  [[nodiscard]] Ns counted_ns(TimeRange stretch) const;
};

/// What the names alone say about being a frame.
std::vector<std::uint8_t> mark_flame_names(const Snapshot& snapshot);

class FlameSweep {
 public:
  FlameSweep(const FlameTask& task, const Track& track, std::span<const FlameWork> work);

  /// Once.
  void run(const std::stop_token& stop);
  /// Backward operators stand in frames of kind FlameFrame::Forward below the root, whose name is
  /// the number of the forward event.
  [[nodiscard]] const FlameGrower& grower() const { return grower_; }
  [[nodiscard]] TrackId track() const { return track_.id; }
  /// The node of one of the thread's events, or of the frame around it; after run().
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
  /// The forward operator that a frame is moved to with all it holds; None for most.
  [[nodiscard]] EventId moved_to(std::uint32_t slice) const;
  [[nodiscard]] std::uint32_t first_work(std::uint32_t slice) const;
  /// The slice when it is a frame, else the one it lies in; kNoParent for none.
  [[nodiscard]] std::uint32_t frame_at(std::uint32_t slice) const;
  void open(std::uint32_t slice);
  void close_before(Ns time_ns);
  /// Gives the time until then to the frames it was spent in.
  void charge_until(Ns time_ns);
  void charge_time(Ns until_ns, bool in_frame);
  void charge_work(std::uint32_t slice);
  void charge_allocations_before(Ns time_ns);
  /// The node of the frame around a slice or of itself; those it lies in are counted with it.
  std::uint32_t node_of(std::uint32_t slice);

  const FlameTask& task_;
  const Track& track_;
  const TrackChunk& chunk_;
  std::span<const FlameWork> work_;
  FlameGrower grower_;
  MarkedStack nesting_;
  std::vector<Open> open_;  // frames; the one that began last on top
  Ns cursor_ns_ = 0;        // time before it has been charged
  std::uint32_t next_instant_ = 0, last_instant_ = 0;
  // By slice.
  std::vector<std::uint32_t> around_;   // the frame around it, kNoParent when there is none
  std::vector<std::uint32_t> node_;     // of frames that hold something; 0: not yet
  std::vector<std::uint32_t> work_of_;  // the first work it launched, kNoParent when there is none
  std::vector<std::uint32_t> next_work_;  // by work
  std::vector<std::uint32_t> chain_;
};

}  // namespace lanescope
