// Arrows to draw for a selection: launch calls to GPU work, forward to backward, other flows of the
// file.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

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
