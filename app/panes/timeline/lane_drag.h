// Moving lanes and groups by their labels: a lane within its group, a group among the groups.
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
  /// A label is held by the mouse; a few pixels of way make it a drag.
  void hold(const PaneFrame& frame, const LayoutItem& item);
  /// Whether a label is being moved, so that letting it go is no click.
  [[nodiscard]] bool moving() const { return moving_; }

  /// After all labels: shows where it would go, and puts it there when the mouse lets go.
  void update(const PaneFrame& frame, const LaneStage& stage, Rect labels);

 private:
  struct Slot {
    std::string key;
    float top = 0, bottom = 0;  // on the screen
  };
  /// What it can be put between, from top to bottom.
  [[nodiscard]] std::vector<Slot> slots(const TraceView& view, const LaneStage& stage) const;
  [[nodiscard]] bool among(const LayoutItem& item) const;
  /// Whether the tree still has what is held; a new snapshot may not.
  [[nodiscard]] bool known(const LaneTree& tree) const;
  /// The slot that what is held would come before; their number for the end.
  static std::size_t gap_at(const std::vector<Slot>& slots, float y);
  void draw_held(const PaneFrame& frame, const LaneStage& stage, Rect labels) const;
  static void draw_gap(const Ui& ui, const std::vector<Slot>& slots, std::size_t gap, Rect labels);
  void drop(TraceView& view, const std::vector<Slot>& slots, std::size_t gap) const;

  std::optional<LayoutItem> item_;
  bool moving_ = false;
};

}  // namespace lanescope
