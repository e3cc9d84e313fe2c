// Reorders lanes and groups by dragging their labels: a lane within its group, a group among the
// groups, a pinned lane among the pinned ones. A lane that is alone in its group moves the group.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panes/pane/pane.h"
#include "app/panes/timeline/overlay.h"
#include "core/view/lanes/layout.h"

namespace lanescope {

class LaneDrag {
 public:
  /// The mouse holds a label; it becomes a drag after a few pixels.
  void hold(const PaneFrame& frame, const LayoutItem& item);
  /// Whether a label is being dragged, so releasing it is not a click.
  [[nodiscard]] bool moving() const { return moving_; }

  /// Call after all labels: shows where the item would go, and moves it there when the mouse button
  /// is released.
  void update(const PaneFrame& frame, const LaneStage& stage, Rect labels);

 private:
  struct Slot {
    std::string key;
    float top = 0, bottom = 0;  // on the screen
  };
  /// The items it can be placed between, from top to bottom.
  [[nodiscard]] std::vector<Slot> slots(const TraceView& view, const LaneStage& stage) const;
  [[nodiscard]] bool among(const LayoutItem& item) const;
  [[nodiscard]] static bool alone(const LaneLayout& layout, const LayoutItem& item);
  /// Whether the dragged item is still in the tree; a new snapshot may not have it.
  [[nodiscard]] bool known(const LaneTree& tree) const;
  /// The index of the slot before which the item would go; the number of slots for the end.
  static std::size_t gap_at(const std::vector<Slot>& slots, float y);
  void draw_held(const PaneFrame& frame, const LaneStage& stage, Rect labels) const;
  static void draw_gap(const Ui& ui, const std::vector<Slot>& slots, std::size_t gap, Rect labels);
  void drop(TraceView& view, const std::vector<Slot>& slots, std::size_t gap) const;

  std::optional<LayoutItem> item_;
  bool pinned_ = false;  // the item is among the pinned lanes
  bool moving_ = false;
};

}  // namespace lanescope
