// Everything that is known about one idle gap, as the lines of the Details pane; and what shows it
// on the timeline.
#pragma once

#include <vector>

#include "core/analysis/idle/idle.h"
#include "core/view/details/text.h"
#include "core/view/events/flow_model.h"

namespace lanescope {

/// A sentence, the classes, the work that ended it, its launch call, the call that had emptied the
/// queue, and the code to blame; each event is a link. Cost: look-ups, and the pieces of the gap.
DetailsText gap_details(const Snapshot& snapshot, const IdleDevice& device, const IdleGap& gap);

/// What proves the sentence about a gap.
struct GapEvidence {
  std::vector<FlowArrow> launch;  // from the late call to the work; none or one
  std::vector<EventId> stack;     // of the launching thread in the longest part, outermost first
  EventId sync = EventId::None;   // the call that had emptied the queue
};
GapEvidence gap_evidence(const Snapshot& snapshot, const IdleDevice& device, const IdleGap& gap);

}  // namespace lanescope
