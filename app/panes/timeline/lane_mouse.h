// Lanes under a ruler, with their labels at the left: where each of them stands, and how the mouse
// scrolls them and moves in their time. Of one trace, or of the ranks of a run.
#pragma once

#include <optional>

#include "app/panes/timeline/lane_gestures.h"

namespace lanescope {

/// On the screen. The left edge of `ruler` and `lanes` is the viewport's.
struct LaneAreas {
  Rect ruler_label, ruler, labels, lanes;
  float right = 0;  // of the room that the scroll bar has beside the lanes
};

/// Cuts them out of an area and draws the ground under them. `labels_px` is the width of the
/// labels, in units of layout.
LaneAreas draw_lane_ground(const Ui& ui, Rect area, float labels_px);

class LaneMouse {
 public:
  /// `pinned_px` at the top of the lanes do not scroll, `content_px` do.
  void update(const Ui& ui, const LaneAreas& areas, float pinned_px, float content_px,
              LaneTarget& target);
  /// What a gesture shows while it lasts.
  void draw(const Ui& ui) const { gestures_.draw(ui); }

  [[nodiscard]] bool on_lanes() const { return on_lanes_; }
  [[nodiscard]] bool on_labels() const { return on_labels_; }
  /// The time under the mouse, where it is over a time or drags in it.
  [[nodiscard]] std::optional<Ns> time_ns() const { return time_ns_; }
  [[nodiscard]] bool dragging() const { return gestures_.mode() != LaneGestures::Mode::None; }
  /// The right button was pressed and let go in place.
  [[nodiscard]] bool wants_menu() const { return gestures_.wants_menu(); }

 private:
  LaneGestures gestures_;
  bool on_lanes_ = false, on_labels_ = false;
  std::optional<Ns> time_ns_;
};

}  // namespace lanescope
