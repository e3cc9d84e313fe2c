// ModelledCalls: the calls of modeled operators that GPU work belongs to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/gpu_time/charged_launch.h"
#include "core/analysis/gpu_time/replayed_work.h"
#include "core/analysis/ops/enclosing_ops.h"
#include "core/store/slice_finder.h"

namespace lanescope {

/// One call of a modeled operator on one device, or one replay of what it captured.
struct OpCall {
  /// Of an operator that only a capture trace has: its first GPU work.
  EventId op = EventId::None;
  StringId name = StringId::Empty;
  std::int64_t device = -1;
  bool again = false;              // an earlier one is of the same operator
  Ns device_ns = 0, whole_ns = 0;  // GPU time that counts, and all of these kernels
  Ns inside_ns = 0;                // GPU time in the window
  bool tensor_cores = false;
  std::size_t work = 0;  // one more than the number of its ModelledWork; 0: no arguments
  std::optional<std::size_t> captured = {};  // in ReplayedWork::ops()
};

class ModelledCalls {
 public:
  ModelledCalls(const Snapshot& snapshot, ReplayedWork captured);

  /// The GPU work that follows is of this device, which is another one than those before.
  void begin_device(std::int64_t device);
  /// The call that work launched there belongs to; null if no modeled operator is around the
  /// launch. Valid as long as this.
  OpCall* call_of(const TimelineEvent& event, const ChargedLaunch& origin);

  /// In the order in which their GPU work was passed.
  [[nodiscard]] std::deque<OpCall>& list() { return calls_; }
  [[nodiscard]] const std::vector<ReplayedWork::Op>& captured() const { return captured_.ops(); }

 private:
  /// Values are one more than the index of a call; 0: none.
  struct CallNumbers {
    std::vector<std::uint32_t> of_op;  // by number of the operator: of its latest call
    std::map<std::pair<std::uint32_t, EventId>, std::uint32_t> of_replay;
    // Of operators of a capture trace: by operator, its call in the capture, and replay; without a
    // replay, the first call.
    std::map<std::tuple<std::size_t, std::int64_t, EventId>, std::uint32_t> of_captured;
  };

  OpCall& traced_call(std::uint32_t op, EventId replay);
  OpCall& captured_call(const ReplayedWork::Replayed& replayed, const TimelineEvent& event);

  EnclosingOps ops_;
  SliceFinder slices_;
  ReplayedWork captured_;
  CallNumbers known_;  // of the device
  std::int64_t device_ = -1;
  std::deque<OpCall> calls_;  // not moved, as there are hundreds of thousands
};

}  // namespace lanescope
