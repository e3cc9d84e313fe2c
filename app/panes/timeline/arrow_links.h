// Where flow arrows lead above or below what is in view: the names of those lanes at the edge. A
// click on one goes to the event there.
#pragma once

#include <vector>

#include "app/panes/pane/pane.h"
#include "app/panes/timeline/overlay.h"
#include "core/view/events/flow_model.h"

namespace lanescope {

class ArrowLinks {
 public:
  /// Call before the arrows of a frame are drawn.
  void clear() { links_.clear(); }
  /// Notes the end of an arrow; only the first one beyond each edge, and only one for each lane, is
  /// shown.
  void note(const LaneStage& stage, const ArrowEnd& end, const LaneAnchor& anchor);
  /// Call after all arrows. Nothing is drawn over the words of the stage, and nothing for the lane
  /// of the selected event while that is in view.
  void draw(const PaneFrame& frame, const LaneStage& stage);
  /// The event that a click goes to, as last drawn; None if there is no name at this position.
  [[nodiscard]] EventId at(ImVec2 at) const;

 private:
  struct Link {
    ArrowEnd end;
    float x = 0;
    bool below = false;
    Rect box;
  };
  static void draw_link(const PaneFrame& frame, const LaneStage& stage, Link& link);

  std::vector<Link> links_;
};

}  // namespace lanescope
