// Forward and backward operators of autograd, joined by the file's fwdbwd flows.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/text/ids.h"
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

}  // namespace lanescope
