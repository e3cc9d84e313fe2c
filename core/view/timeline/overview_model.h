// The overview strip: the entire trace in one line, with how busy the GPUs are, the steps, and the
// current view as a window.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/store/snapshot.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

struct OverviewStep {
  float x0_px = 0, x1_px = 0;
  std::string label;  // "step 7"; the step's name if it is not a ProfilerStep
};

/// A pause of the recording: GPU activity is unknown.
struct OverviewPause {
  float x0_px = 0, x1_px = 0;
};

struct Overview {
  std::vector<float> busy;  // one per pixel, 0 … 1
  // busy is the mean over devices; otherwise over the busy host threads or, in a file of
  // allocations only, the share of the peak that is allocated
  bool gpu = false;
  /// "CPU activity", "allocated memory", or during a load "GPU streams 61 % full so far", the mean
  /// brightness of the strip. Empty if the GPU figure is known: see gpu_busy_words.
  std::string facts;
  std::vector<OverviewStep> steps;
  std::vector<OverviewPause> pauses;  // of a trace with GPU work
  TimeRange extent;
  float width_px = 1;

  [[nodiscard]] bool is_paused_at(float x_px) const;
  [[nodiscard]] float x_of(Ns time_ns) const;
  [[nodiscard]] Ns time_at(float x_px) const;
};

/// Cost: O(pixels * tracks); cache it by snapshot generation and width.
Overview build_overview(const Snapshot& snapshot, float width_px);

/// "GPU busy 61 % of the steps": the same figure as in Overview and reports for the same window,
/// which `of` names; "GPU busy time mostly unknown" if is_mostly_unknown().
std::string gpu_busy_words(const Snapshot& snapshot, const GpuTime& time, std::string_view of);

/// The current view as a window on the strip, at least `min_px` wide.
struct OverviewWindow {
  float x0_px = 0, x1_px = 0;
};
OverviewWindow overview_window(const Overview& overview, const Viewport& viewport,
                               float min_px = 4);

enum class OverviewGrip : std::uint8_t { None, Left, Right, Inside, Outside };
/// What a mouse press at `x_px` grabs; edges can be grabbed within `reach_px` on both sides.
OverviewGrip grip_at(const OverviewWindow& window, float x_px, float reach_px = 5);
/// Sets the view after dragging what was grabbed from one pixel to another. Outside: shows the
/// range between the two (a click centers the view there).
void drag_overview(const Overview& overview, OverviewGrip grip, float from_px, float to_px,
                   const TimeView& at_press, Viewport& viewport);

}  // namespace lanescope
