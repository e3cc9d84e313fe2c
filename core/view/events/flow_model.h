// The flows in the file: the forward and backward autograd operators that they connect, and the
// arrows drawn for a selection: launch calls to GPU work, forward to backward, other flows.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The slice at the other end of a flow.
struct FlowPartner {
  EventId event = EventId::None;
  std::uint16_t kind = 0;  // into FlowTable::kinds
  bool forward = true;     // the partner comes later in the flow: this slice is its start
};

/// All partners of a slice, except across launch flows (the launch index has those exactly).
/// Returns `limit` at most. Cost: log(flows) each.
std::vector<FlowPartner> flow_partners(const Snapshot& snapshot, EventId slice,
                                       std::size_t limit = 64);

/// The first operator nested in a host slice that a flow connects to its backward or forward twin;
/// flows are bound to the innermost operator. EventId::None if there is none.
/// Cost: rows * log(flows), plus the flows of other kinds in between.
EventId twinned_inside(const Snapshot& snapshot, EventId host_slice);

/// Whether flows of this kind connect forward and backward operators.
bool is_autograd_flow(const Snapshot& snapshot, std::uint16_t kind);

struct ArrowEnd {
  EventId event = EventId::None;
  TrackId track = TrackId::None;
  std::uint32_t row = 0;
  Ns time_ns = 0;
};

enum class ArrowKind : std::uint8_t { Launch, Autograd, Other };

struct FlowArrow {
  ArrowKind kind = ArrowKind::Launch;
  ArrowEnd from, to;
};

/// Arrows to and from the event: for GPU work its launch call; for a launch call its GPU work; for
/// an operator its twin and the GPU work launched inside it; plus the file's other flows. At most
/// `limit` arrows, earliest first.
std::vector<FlowArrow> flow_arrows(const Snapshot& snapshot, EventId event, std::size_t limit = 64);

}  // namespace lanescope
