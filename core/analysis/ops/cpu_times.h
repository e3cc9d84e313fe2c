// The CPU columns of the operator table: one pass over a host thread's slices in time order.
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

  /// Adds a thread's operators and annotations to the rows.
  void add_thread(const TrackChunk& chunk);

 private:
  struct Slice {
    TimeRange range;
    Ns length_ns = 0;
    StringId name = StringId::Empty;
    EventId event = EventId::None;
    bool counts = false;  // in the window
    bool merged = false;  // one call with the operator around it
  };

  void add_op(const Slice& slice);
  void add_call(const Slice& slice);
  void add_annotation(const Slice& slice);
  void add_times(std::uint32_t row, const Slice& slice);
  void add_self_time(std::uint32_t row, Ns length_ns);
  std::uint32_t push_inside_annotations(const Slice& slice, std::uint32_t value, bool is_op);
  /// Pushes a slice, and takes what it covers of the one around it off that one's row.
  void nest(NestingStack& stack, CoveredParts& covered, const Slice& slice, std::uint32_t value,
            Ns OpRow::*self);

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  OpRows& rows_;
  Ns slack_ns_;

  // Of the thread at hand. Self times take off what is right inside, among operators alone (ops_),
  // with host calls (calls_), and for annotations among everything (inside_). An annotation in an
  // operator has none: it lies in the operator's.
  NestingStack ops_, calls_, inside_;
  CoveredParts ops_covered_, calls_covered_, inside_covered_;
  CoveredParts inside_covered_by_ops_;     // and by annotations: calls are looked through
  std::vector<std::uint32_t> above_call_;  // by position in inside_: what a call there lies in
  std::vector<bool> in_op_;                // likewise: whether it is or lies in an operator
  bool has_annotations_ = false;

  /// Until when the last call of a row runs that is part of its total.
  struct Outermost {
    std::uint32_t thread = 0;
    Ns until_ns = 0;
  };
  std::vector<Outermost> outermost_;  // by row
  std::uint32_t thread_ = 0;
};

}  // namespace lanescope
