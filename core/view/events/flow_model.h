// The flows of the file: forward and backward operators of autograd that they join, and the arrows
// to draw for a selection: launch calls to GPU work, forward to backward, other flows.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// One partner of a slice across a flow.
struct FlowPartner {
  EventId event = EventId::None;
  std::uint16_t kind = 0;  // into FlowTable::kinds
  bool forward = true;     // the partner comes later in the flow: this slice is its start
};

/// All partners of a slice, except those of launch flows (the launch index knows these exactly).
/// `limit` bounds the answer. Cost: log(flows) each.
std::vector<FlowPartner> flow_partners(const Snapshot& snapshot, EventId slice,
                                       std::size_t limit = 64);

/// The first operator inside a host slice (not itself) that is joined to its backward or forward
/// twin: the flow is bound to the innermost one. EventId::None when there is none.
/// Cost: rows * log(flows), plus the flows of other kinds in between.
EventId twinned_inside(const Snapshot& snapshot, EventId host_slice);

/// Flows of that name join forward and backward operators.
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

/// From and to the event: for GPU work its launch call, for a launch call its GPU work, for an
/// operator its twin and the GPU work launched inside it; plus the file's other flows. At most
/// `limit` arrows, the earliest first.
std::vector<FlowArrow> flow_arrows(const Snapshot& snapshot, EventId event, std::size_t limit = 64);

}  // namespace lanescope
