// The whole trace in one line: how busy the GPUs are, the steps, and the view as a window that can
// be moved.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "app/panes/pane/pane.h"
#include "core/view/timeline/overview_model.h"

namespace lanescope {

class OverviewStrip {
 public:
  /// `label` is the part over the lane labels, `strip` the part over the lanes.
  void draw(const PaneFrame& frame, Rect label, Rect strip);

 private:
  void refresh(const TraceView& view, float width_px);
  /// What is said beside it, anew when the GPU's figure or what it is of changes.
  void tell(TraceView& view);
  void paint_busy(const PaneFrame& frame, Rect bars) const;
  /// Where nobody knows: over what the host's part of the time shows as idle.
  void paint_pauses(const PaneFrame& frame, Rect bars) const;
  void paint_steps(const PaneFrame& frame, Rect row) const;
  /// Where the search found something.
  void paint_matches(const PaneFrame& frame, Rect bars) const;
  void paint_window(const PaneFrame& frame, Rect strip, Rect bars) const;
  void drag(const PaneFrame& frame, Rect strip);

  Overview overview_;
  std::uint64_t generation_ = 0;
  std::string facts_;
  std::shared_ptr<const GpuTime> shown_;
  std::string_view shown_of_;
  OverviewGrip grip_ = OverviewGrip::None;
  float press_x_px_ = 0;
  TimeView view_at_press_;
};

}  // namespace lanescope
