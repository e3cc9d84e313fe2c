// Everything known about one idle gap, as lines of the Details pane, and the evidence for it on the
// timeline.
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/idle/idle.h"
#include "core/view/details/text.h"
#include "core/view/events/flow_model.h"

namespace lanescope {

/// A sentence, the idle classes, the work that ended the gap, its launch call, the call that had
/// drained the queue, and the code to blame; each event is a link. Cost: lookups, and the pieces of
/// the gap.
/// If only a part of it is in the `analyzed` range, the length of that part too, which is what the
/// figures of that range count.
DetailsText gap_details(const Snapshot& snapshot, const IdleDevice& device, const IdleGap& gap,
                        const std::optional<TimeRange>& analyzed = {});

/// The evidence for the sentence about a gap.
struct GapEvidence {
  std::vector<FlowArrow> launch;  // from the late launch to the work; none or one
  std::vector<EventId> stack;     // the launching thread's in the longest part, outermost first
  EventId sync = EventId::None;   // the call that had drained the queue
};
GapEvidence gap_evidence(const Snapshot& snapshot, const IdleDevice& device, const IdleGap& gap);

}  // namespace lanescope
