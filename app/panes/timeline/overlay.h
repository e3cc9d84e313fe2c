// What lies over the lanes: the selected range, flow arrows of the selected event, the line under
// the mouse.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/panes/pane/pane.h"
#include "app/panes/timeline/overlay.h"
#include "core/view/events/flow_model.h"
#include "core/view/lanes/layout.h"

namespace lanescope {

/// Where the lanes are on the screen: pinned ones above, scrolled ones below.
struct LaneStage {
  Rect pinned;
  Rect scrolled;
  float scroll_px = 0;

  /// The screen rectangle of an item, of the given horizontal extent.
  [[nodiscard]] Rect item_rect(const LayoutItem& item, bool is_pinned, float x0, float x1) const {
    const float top = is_pinned ? pinned.y0 + item.y_px : scrolled.y0 + item.y_px - scroll_px;
    return {x0, top, x1, top + item.height_px};
  }
};

/// The row of an event at a time, on the screen.
struct LaneAnchor {
  float x = 0, top = 0, bottom = 0;
};
/// nullopt when its lane is hidden; of a row that is folded away the nearest one shown.
std::optional<LaneAnchor> lane_anchor(TraceView& view, const LaneStage& stage, const ArrowEnd& end);

/// What of a selected range lies behind the slices, and what lies over them.
void draw_range_fill(const Ui& ui, const Viewport& viewport, const std::optional<TimeRange>& range,
                     Rect lanes);
void draw_range_edges(const Ui& ui, const Viewport& viewport, const std::optional<TimeRange>& range,
                      Rect lanes);
/// The line of a time. `strength` is of its colour, 0 … 1.
void draw_cursor(const Ui& ui, const Viewport& viewport, const std::optional<Ns>& time_ns,
                 float strength, Rect lanes);

/// Arrows whose ends are on lanes that are shown.
void draw_flow_arrows(const PaneFrame& frame, const LaneStage& stage,
                      std::span<const FlowArrow> arrows);

class FlowArrows {
 public:
  void draw(const PaneFrame& frame, const LaneStage& stage);

 private:
  std::vector<FlowArrow> arrows_;
  std::uint64_t generation_ = 0;
  EventId event_ = EventId::None;
};

/// "Critical path" and, while that is on, "Critical only"; what does not fit is left out.
void draw_path_buttons(const PaneFrame& frame, Rect row);

/// Hairlines where it goes on in another row. They fade and vanish where there are too many to be
/// told apart. Cost: O(lines drawn * lanes).
void draw_path_turns(const PaneFrame& frame, const LaneStage& stage);

}  // namespace lanescope
