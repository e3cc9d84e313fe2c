// Marks on the lanes that show the cause of a selected idle gap.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "app/panes/pane/pane.h"
#include "app/panes/timeline/overlay.h"
#include "core/view/idle/gap_details.h"
#include "core/view/idle/idle_lane.h"

namespace lanescope {

/// The selected gap in the trace's list of gaps.
struct SelectedGap {
  std::shared_ptr<const IdleLanes> lanes;  // keeps device and gap alive
  const IdleDevice* device = nullptr;
  const IdleGap* gap = nullptr;
};
/// nullopt if no gap is selected or if gaps are not known yet.
std::optional<SelectedGap> selected_gap(TraceView& view);

/// Draws the gap as a band over all lanes, the stack of the thread that should have launched work,
/// the call that had emptied the queue, and an arrow from the late launch to its work.
class GapMarks {
 public:
  void draw(const PaneFrame& frame, const LaneStage& stage, Rect lanes, ArrowLinks& links);

 private:
  void refresh(TraceView& view);

  std::uint64_t generation_ = 0;
  std::optional<GapRef> shown_;
  GapEvidence evidence_;
};

}  // namespace lanescope
