// What is drawn over the lanes: the selected range, flow arrows of the selected event, the line
// under the mouse.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/panes/pane/pane.h"
#include "core/view/events/flow_model.h"
#include "core/view/lanes/layout.h"

namespace lanescope {

/// The areas of lanes on the screen: pinned lanes above, scrolled lanes below.
struct LaneStage {
  Rect pinned;
  Rect scrolled;
  float scroll_px = 0;
  std::vector<Rect> words;  // on the screen, that no link covers

  /// The screen rectangle of an item, with the given horizontal extent.
  [[nodiscard]] Rect item_rect(const LayoutItem& item, bool is_pinned, float x0, float x1) const {
    const float top = is_pinned ? pinned.y0 + item.y_px : scrolled.y0 + item.y_px - scroll_px;
    return {x0, top, x1, top + item.height_px};
  }
};

/// The screen position of an event's row at a time.
struct LaneAnchor {
  float x = 0, top = 0, bottom = 0;
  bool pinned = false;
};
/// nullopt if the lane is hidden; the nearest visible row if the row is folded.
std::optional<LaneAnchor> lane_anchor(TraceView& view, const LaneStage& stage, const ArrowEnd& end);

/// The part of a selected range behind the slices, and the part over them.
void draw_range_fill(const Ui& ui, const Viewport& viewport, const std::optional<TimeRange>& range,
                     Rect lanes);
void draw_range_edges(const Ui& ui, const Viewport& viewport, const std::optional<TimeRange>& range,
                      Rect lanes);
/// A vertical line at a time. `strength` is the share of its color, 0 to 1.
void draw_cursor(const Ui& ui, const Viewport& viewport, const std::optional<Ns>& time_ns,
                 float strength, Rect lanes);

class ArrowLinks;

/// Arrows whose ends are on lanes of the layout. Notes the ends in `links`.
void draw_flow_arrows(const PaneFrame& frame, const LaneStage& stage,
                      std::span<const FlowArrow> arrows, ArrowLinks& links);

class FlowArrows {
 public:
  void draw(const PaneFrame& frame, const LaneStage& stage, ArrowLinks& links);

 private:
  std::vector<FlowArrow> arrows_;
  std::uint64_t generation_ = 0;
  EventId event_ = EventId::None;
};

/// "Critical path" and, while that is on, "Critical only"; what does not fit is omitted.
void draw_path_buttons(const PaneFrame& frame, Rect row);

/// Thin vertical lines where the critical path continues in another row. They fade as their number
/// grows, and are omitted when there are too many to tell apart. Cost: O(lines drawn * lanes).
void draw_path_turns(const PaneFrame& frame, const LaneStage& stage);

}  // namespace lanescope
