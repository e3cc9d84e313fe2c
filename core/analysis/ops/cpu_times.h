// OpCpuTimes: the calls of operators and annotations and their CPU times, thread by thread.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/ops/rows.h"
#include "core/analysis/ops/self_time.h"
#include "core/store/nesting_stack.h"
#include "core/store/snapshot.h"

namespace lanescope {

class OpCpuTimes {
 public:
  OpCpuTimes(const Snapshot& snapshot, const AnalysisWindow& window, OpRows& rows);

  /// Adds the operators and annotations of a chunk of a thread to the rows.
  void add_thread(const Track& track, const TrackChunk& chunk);

 private:
  struct Slice {
    TimeRange range;
    Ns length_ns = 0;
    StringId name = StringId::Empty;
    EventId event = EventId::None;
    bool counts = false;  // see counted_part
    bool merged = false;  // counts as one call with the enclosing operator
  };

  template <typename Add>
  void each_slice(const TrackChunk& chunk, const Add& add);
  [[nodiscard]] bool all_nest(const TrackChunk& chunk) const;
  void add_nested(const TrackChunk& chunk);
  void add_crossing(const Slice& slice, CategoryKind kind);
  [[nodiscard]] std::uint32_t row_of(const Slice& slice, CategoryKind kind);

  /// An event that is open, if all nest. Self times exclude direct children; an annotation inside
  /// an operator has none.
  struct Open {
    Ns end_ns = kMaxNs;
    // What is directly inside takes from the self times of these rows; kNoRow: from none.
    std::uint32_t self = kNoRow;
    std::uint32_t no_runtime = kNoRow;  // from self_cpu_no_runtime_ns
    bool in_op = false;                 // it is or is inside an operator
  };

  void add_op(const Slice& slice);
  void add_call(const Slice& slice);
  void add_annotation(const Slice& slice);
  void add_times(std::uint32_t row, const Slice& slice);
  void add_self_time(std::uint32_t row, Ns length_ns);
  bool push_inside_annotations(const Slice& slice, std::uint32_t value, bool is_op);
  [[nodiscard]] bool top_is_op_around(TimeRange range) const;
  /// Pushes a slice, and subtracts the time it covers from the row of its parent.
  void nest(NestingStack& stack, CoveredParts& covered, const Slice& slice, std::uint32_t value,
            Ns OpRow::*self);

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  OpRows& rows_;
  Ns slack_ns_;

  // Of a thread with slices that cross, nesting differs by what is considered: operators only
  // (ops_), also host calls (calls_), and for annotations everything (inside_).
  NestingStack ops_, calls_, inside_;
  CoveredParts ops_covered_, calls_covered_, inside_covered_;
  CoveredParts inside_covered_by_ops_;  // and by annotations; calls are skipped
  struct Inside {
    std::uint32_t above_call = kNoParent;  // the parent that is not a call
    bool in_op = false;                    // it is or is inside an operator
  };
  std::vector<Inside> around_;  // by position in inside_
  bool has_annotations_ = false;

  /// The end of the last call that was added to a row's total.
  struct Outermost {
    std::uint32_t thread = 0;
    Ns until_ns = 0;
  };
  std::vector<Outermost> outermost_;  // by row
  std::uint32_t thread_ = 0;
};

}  // namespace lanescope
