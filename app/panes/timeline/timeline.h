// The main part of the window: overview, ruler, the lane tree and the lanes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "app/lanes/lane_view.h"
#include "app/panes/pane/face_labels.h"
#include "app/panes/pane/pane.h"
#include "app/panes/timeline/arrow_links.h"
#include "app/panes/timeline/gap_marks.h"
#include "app/panes/timeline/lane_drag.h"
#include "app/panes/timeline/lane_mouse.h"
#include "app/panes/timeline/overlay.h"
#include "app/panes/timeline/overview_strip.h"
#include "app/panes/timeline/ruler_strip.h"
#include "app/panes/timeline/settled_rows.h"
#include "app/panes/timeline/streams_in_sight.h"
#include "core/view/lanes/hover_text.h"

namespace lanescope {

class Timeline {
 public:
  /// `labels_px` is the width of the lane tree, in layout units.
  void draw(const PaneFrame& frame, Rect area, float labels_px, bool with_overview = true);

  /// The area of the lanes in the last frame; its left edge is the viewport's.
  [[nodiscard]] Rect lanes_area() const { return lanes_; }
  /// The width of the lane tree to the left of the lanes.
  [[nodiscard]] float labels_px() const { return labels_px_; }
  /// Whether the mouse is dragging something.
  [[nodiscard]] bool dragging() const { return mouse_.dragging(); }

 private:
  struct Found {
    LaneRef lane;
    const LayoutItem* item = nullptr;
    Rect rect;
  };

  void place_stage(const TraceView& view);
  void draw_lanes(const PaneFrame& frame, Rect labels, Rect lanes);
  void draw_items(const PaneFrame& frame, std::span<const LayoutItem> items, bool pinned,
                  Rect labels, Rect clip);
  void draw_lane(const PaneFrame& frame, const LayoutItem& item, Rect rect);
  void handle_mouse(const PaneFrame& frame, const LaneAreas& areas);
  void open_menu(const PaneFrame& frame, const LaneAreas& areas);
  void draw_ruler(const PaneFrame& frame, Rect ruler);
  void draw_menu(const PaneFrame& frame);
  void draw_hover(const PaneFrame& frame);
  /// On the screen; empty in lanes of curves.
  [[nodiscard]] Rect hovered_row(const PaneFrame& frame, const Found& found) const;
  [[nodiscard]] std::optional<Found> lane_at(const PaneFrame& frame, ImVec2 at) const;
  /// The row under the mouse; that of the lane's label if it is over that.
  [[nodiscard]] std::optional<LaneRow> row_under_mouse(const PaneFrame& frame) const;
  std::optional<LaneHit> hit_at(const PaneFrame& frame, ImVec2 at);
  LaneScene scene(const PaneFrame& frame, ImDrawList& list);
  LaneView& lane_view(const Lane& lane);

  OverviewStrip overview_;
  RulerStrip ruler_;
  LaneMouse mouse_;
  FlowArrows arrows_;
  ArrowLinks links_;
  GapMarks gap_marks_;
  LaneDrag drag_;
  SettledRows rows_;
  StreamsInSight streams_;
  // Set once a lane has needed them.
  std::shared_ptr<const std::vector<DeviceBlocks>> memory_;
  std::shared_ptr<const std::vector<OwnedBlocks>> owners_;
  LaneStage stage_;
  Rect lanes_;
  float labels_px_ = 0;
  std::unordered_map<std::string, std::unique_ptr<LaneView>> lane_views_;
  FaceLabels labels_;
  LaneRef menu_lane_;
  EventId menu_event_ = EventId::None;
  EventId hover_event_ = EventId::None;  // what hover_text_ is about
  std::uint32_t hover_count_ = 0;
  Ns hover_begin_ns_ = 0;
  HoverText hover_text_;
};

}  // namespace lanescope
