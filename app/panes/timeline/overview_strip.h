// The entire trace in one line: how busy the GPUs are, the steps, and the current view as a window
// that can be moved.
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
  /// `label` is the part above the lane labels, `strip` the part above the lanes.
  void draw(const PaneFrame& frame, Rect label, Rect strip);

 private:
  void refresh(const TraceView& view, float width_px);
  /// Updates the text next to it when the GPU's busy figure or its scope changes.
  void tell(TraceView& view);
  void paint_busy(const PaneFrame& frame, Rect bars) const;
  /// Hatches times in which the recording was paused, where nothing is known.
  void paint_pauses(const PaneFrame& frame, Rect bars) const;
  void paint_steps(const PaneFrame& frame, Rect row) const;
  /// Marks where the search has matches.
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
